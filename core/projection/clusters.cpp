#include "core/projection/clusters.h"

#include "core/base/parallel_blocks.h"
#include "core/projection/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace core {

namespace {

/// [clusters * size] rows drawn with a probability that grows with their squared distance to the
/// centres that there are.
std::vector<float> drawnCentres(const VectorsView& vectors, size_t clusters, uint64_t seed)
{
    std::mt19937_64 random(seed);
    const auto fraction = [&] { return double(random() >> 11U) / double(uint64_t{1} << 53U); };
    std::vector<float> centres;
    std::vector<double> apart(vectors.count, 1.0);
    for (size_t cluster = 0; cluster < clusters; ++cluster) {
        const double whole = std::accumulate(apart.begin(), apart.end(), 0.0);
        double rest = fraction() * whole;
        size_t drawn = 0;
        while (drawn + 1 < vectors.count && (rest -= apart[drawn]) >= 0.0)
            ++drawn;
        const auto row = vectors.row(drawn);
        centres.insert(centres.end(), row.begin(), row.end());
        for (size_t i = 0; i < vectors.count; ++i) {
            const auto distance = double(squaredDistance(vectors.row(i), row));
            apart[i] = cluster == 0 ? distance : std::min(apart[i], distance);
        }
    }
    return centres;
}

/// Assigns each vector to the nearest centre. @return whether an assignment changed.
bool assign(const VectorsView& vectors, const std::vector<float>& centres,
            std::vector<int32_t>& clusters, size_t threads)
{
    constexpr size_t kBlock = 512;
    const std::vector<int32_t> before = clusters;
    inBlocks(vectors.count, kBlock, threads,
             [&](const ItemBlock& block) {
                 for (size_t i = block.first; i < block.first + block.count; ++i) {
                     float least = std::numeric_limits<float>::infinity();
                     for (size_t k = 0; k * vectors.size < centres.size(); ++k) {
                         const float distance = squaredDistance(
                             vectors.row(i), VectorsView(centres, vectors.size).row(k));
                         if (distance < least) {
                             least = distance;
                             clusters[i] = int32_t(k);
                         }
                     }
                 }
             },
             {});
    return clusters != before;
}

/// Moves the centres to the means of their vectors; an empty cluster keeps its centre.
void moveCentres(const VectorsView& vectors, const std::vector<int32_t>& clusters,
                 std::vector<float>& centres)
{
    std::vector<double> sums(centres.size());
    std::vector<size_t> counts(centres.size() / vectors.size);
    for (size_t i = 0; i < vectors.count; ++i) {
        const auto cluster = size_t(clusters[i]);
        ++counts[cluster];
        for (size_t k = 0; k < vectors.size; ++k)
            sums[cluster * vectors.size + k] += double(vectors.row(i)[k]);
    }
    for (size_t i = 0; i < centres.size(); ++i)
        if (const size_t count = counts[i / vectors.size]; count > 0)
            centres[i] = float(sums[i] / double(count));
}

} // namespace

std::vector<int32_t> clustersOf(const VectorsView& vectors, size_t clusters, uint64_t seed,
                                size_t threads, const Monitor& monitor)
{
    constexpr int kMostRounds = 50;
    std::vector<int32_t> result(vectors.count);
    clusters = std::min(clusters, vectors.count);
    if (clusters == 0)
        return result;
    std::vector<float> centres = drawnCentres(vectors, clusters, seed);
    for (int round = 0; round < kMostRounds; ++round) {
        monitor.throwIfStopped();
        if (!assign(vectors, centres, result, threads) && round > 0)
            break;
        moveCentres(vectors, result, centres);
    }
    std::vector<size_t> sizes(clusters), order(clusters);
    for (const int32_t each : result)
        ++sizes[size_t(each)];
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return sizes[a] > sizes[b]; });
    std::vector<int32_t> numbers(clusters);
    for (size_t i = 0; i < clusters; ++i)
        numbers[order[i]] = int32_t(i);
    for (int32_t& each : result)
        each = numbers[size_t(each)];
    return result;
}

} // namespace core
