#include "core/projection/nearest.h"

#include "core/base/parallel_blocks.h"
#include "core/nn/kernels/vector_clones.h"
#include "core/projection/lanes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace core {

namespace {

constexpr size_t kPanel = kLanes; ///< Vectors in one panel.
constexpr size_t kQueries = 4; ///< Compared with a panel at once.
constexpr size_t kTile = 32; ///< Panels that stay in the cache for a block of queries.
constexpr size_t kBlock = 64; ///< Queries of a block.

/// Squared distances of four queries to some panels, as sums of squared differences: with products
/// in their place, close points would lose their distance to rounding.
/// @param panels  [count][size][kPanel]. @param distances  [kQueries][count * kPanel]
UNROLL_VECTOR_CLONES
void squaredDistances(const float* const* queries, size_t size, const float* panels, size_t count,
                      float* distances)
{
    for (size_t panel = 0; panel < count; ++panel) {
        Lanes sums[kQueries] = {};
        for (size_t i = 0; i < size; ++i) {
            Lanes column;
            std::memcpy(&column, panels + (panel * size + i) * kPanel, sizeof column);
            for (size_t query = 0; query < kQueries; ++query) {
                const Lanes apart = column - queries[query][i];
                sums[query] += apart * apart;
            }
        }
        for (size_t query = 0; query < kQueries; ++query)
            std::memcpy(distances + (query * count + panel) * kPanel, &sums[query], sizeof(Lanes));
    }
}

UNROLL_VECTOR_CLONES
float distanceSquared(const float* a, const float* b, size_t size)
{
    float lanes[kLanes] = {};
    size_t i = 0;
    for (; i + kLanes <= size; i += kLanes)
        for (size_t lane = 0; lane < kLanes; ++lane) {
            const float apart = a[i + lane] - b[i + lane];
            lanes[lane] += apart * apart;
        }
    float sum = 0.0F;
    for (; i < size; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    for (const float each : lanes)
        sum += each;
    return sum;
}

/// The vectors in panels; the last one is filled up with infinitely distant ones.
std::vector<float> panelsOf(const VectorsView& vectors)
{
    const size_t panels = (vectors.count + kPanel - 1) / kPanel;
    std::vector<float> result(panels * vectors.size * kPanel, INFINITY);
    for (size_t row = 0; row < vectors.count; ++row)
        for (size_t i = 0; i < vectors.size; ++i)
            result[(row / kPanel * vectors.size + i) * kPanel + row % kPanel]
                = vectors.values[row * vectors.size + i];
    return result;
}

/// The nearest rows seen so far for one query. Among equally distant rows the first are kept.
class NearestSeen {
public:
    explicit NearestSeen(size_t count) : m_count(count) { m_heap.reserve(count + 1); }

    void add(const float* distances, size_t count, size_t firstRow, size_t self)
    {
        for (size_t i = 0; i < count; ++i)
            if (distances[i] < m_limit && firstRow + i != self)
                add({distances[i], int32_t(firstRow + i)});
    }
    std::vector<std::pair<float, int32_t>> sorted()
    {
        std::sort(m_heap.begin(), m_heap.end());
        return m_heap;
    }

private:
    void add(std::pair<float, int32_t> one)
    {
        m_heap.push_back(one);
        std::push_heap(m_heap.begin(), m_heap.end());
        if (m_heap.size() > m_count) {
            std::pop_heap(m_heap.begin(), m_heap.end());
            m_heap.pop_back();
        }
        if (m_heap.size() == m_count)
            m_limit = m_heap.front().first;
    }

    size_t m_count;
    float m_limit = INFINITY;
    std::vector<std::pair<float, int32_t>> m_heap; ///< Farthest first.
};

/// Finds the neighbours of some of the asked rows, which read each tile together.
void findNearest(const VectorsView& vectors, const std::vector<float>& panels,
                 std::span<const int32_t> asked, const ItemBlock& block, NearestRows& result)
{
    std::vector<NearestSeen> nearest(block.count, NearestSeen(result.count));
    std::vector<float> distances(kQueries * kTile * kPanel);
    const size_t all = (vectors.count + kPanel - 1) / kPanel;
    for (size_t first = 0; first < all; first += kTile) {
        const size_t count = std::min(kTile, all - first);
        const size_t seen = std::min(count * kPanel, vectors.count - first * kPanel);
        for (size_t query = 0; query < block.count; query += kQueries) {
            const float* rows[kQueries];
            for (size_t i = 0; i < kQueries; ++i) {
                const size_t place = block.first + std::min(query + i, block.count - 1);
                rows[i] = vectors.row(size_t(asked[place])).data();
            }
            squaredDistances(rows, vectors.size, panels.data() + first * vectors.size * kPanel,
                             count, distances.data());
            for (size_t i = 0; i < std::min(kQueries, block.count - query); ++i)
                nearest[query + i].add(distances.data() + i * count * kPanel, seen, first * kPanel,
                                       size_t(asked[block.first + query + i]));
        }
    }
    for (size_t i = 0; i < block.count; ++i) {
        size_t at = (block.first + i) * result.count;
        for (const auto& [distance, row] : nearest[i].sorted()) {
            result.rows[at] = row;
            result.distances[at++] = std::sqrt(distance);
        }
    }
}

} // namespace

NearestRows nearestRows(const VectorsView& vectors, size_t count, std::span<const int32_t> asked,
                        size_t threads, const Monitor& monitor)
{
    NearestRows result;
    std::vector<int32_t> all;
    if (asked.empty()) {
        for (size_t i = 0; i < vectors.count; ++i)
            all.push_back(int32_t(i));
        asked = all;
    }
    result.count = std::min(count, std::max<size_t>(vectors.count, 1) - 1);
    result.rows.resize(asked.size() * result.count);
    result.distances.resize(asked.size() * result.count);
    if (result.count == 0)
        return result;
    const std::vector<float> panels = panelsOf(vectors);
    inBlocks(
        asked.size(), kBlock, threads,
        [&](const ItemBlock& block) {
            monitor.throwIfStopped();
            findNearest(vectors, panels, asked, block, result);
        },
        [&](size_t begun) {
            monitor.report(
                {{"Finding the nearest vectors", {}}, double(begun) / double(asked.size()), -1.0});
        });
    return result;
}

float squaredDistance(std::span<const float> a, std::span<const float> b)
{
    return distanceSquared(a.data(), b.data(), a.size());
}

NearestRows nearestTo(const VectorsView& vectors, size_t row, size_t count)
{
    std::vector<std::pair<float, int32_t>> all;
    for (size_t i = 0; i < vectors.count; ++i)
        if (i != row)
            all.emplace_back(squaredDistance(vectors.row(row), vectors.row(i)), int32_t(i));
    NearestRows result{std::min(count, all.size()), {}, {}};
    const auto end = all.begin() + std::ptrdiff_t(result.count);
    std::partial_sort(all.begin(), end, all.end());
    for (auto each = all.begin(); each != end; ++each) {
        result.rows.push_back(each->second);
        result.distances.push_back(std::sqrt(each->first));
    }
    return result;
}

std::vector<float> normalised(const VectorsView& vectors)
{
    std::vector<float> result(vectors.values.begin(), vectors.values.end());
    for (size_t row = 0; row < vectors.count; ++row) {
        double squares = 0.0;
        for (const float each : vectors.row(row))
            squares += double(each) * double(each);
        if (squares > 0.0)
            for (size_t i = 0; i < vectors.size; ++i)
                result[row * vectors.size + i]
                    = float(double(result[row * vectors.size + i]) / std::sqrt(squares));
    }
    return result;
}

double neighbourRecall(const NearestRows& inSpace, const NearestRows& inMap, size_t count)
{
    count = std::min({count, inSpace.count, inMap.count});
    if (count == 0)
        return 1.0;
    const size_t vectors = inSpace.rows.size() / inSpace.count;
    size_t found = 0;
    for (size_t i = 0; i < vectors; ++i) {
        const auto known = inSpace.of(i).first(count), shown = inMap.of(i).first(count);
        found += size_t(std::count_if(known.begin(), known.end(), [&](int32_t row) {
            return std::find(shown.begin(), shown.end(), row) != shown.end();
        }));
    }
    return double(found) / double(vectors * count);
}

} // namespace core
