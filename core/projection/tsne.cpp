#include "core/projection/tsne.h"

#include "core/base/parallel_blocks.h"
#include "core/nn/kernels/vector_clones.h"
#include "core/projection/lanes.h"
#include "core/projection/principal_components.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace core {

namespace {

constexpr double kNeighbours = 3.0; ///< Times the perplexity.

/// Forces that draw each of some points to its neighbours. [2 * count]
UNROLL_VECTOR_CLONES
void attractPoints(const float* points, const size_t* first, const int32_t* rows,
                   const float* probabilities, size_t begin, size_t end, float factor,
                   float* forces)
{
    for (size_t point = begin; point < end; ++point) {
        const float x = points[2 * point], y = points[2 * point + 1];
        float alongX[kLanes] = {}, alongY[kLanes] = {};
        for (size_t at = first[point]; at < first[point + 1]; at += kLanes)
            for (size_t lane = 0; lane < kLanes; ++lane) {
                const float* other = points + 2 * size_t(rows[at + lane]);
                const float dx = x - other[0], dy = y - other[1];
                const float weight = probabilities[at + lane] / (1.0F + dx * dx + dy * dy);
                alongX[lane] += weight * dx;
                alongY[lane] += weight * dy;
            }
        float sumX = 0.0F, sumY = 0.0F;
        for (size_t lane = 0; lane < kLanes; ++lane) {
            sumX += alongX[lane];
            sumY += alongY[lane];
        }
        forces[2 * point] = factor * sumX;
        forces[2 * point + 1] = factor * sumY;
    }
}

/// One side of the sum of the probabilities of a pair.
struct Directed {
    int32_t from = 0, to = 0;
    float probability = 0.0F;
};

/// Both directions of each pair of neighbours, in the order of the points.
std::vector<Directed> bothDirections(const NearestRows& nearest, double perplexity)
{
    const size_t count = nearest.rows.size() / std::max<size_t>(nearest.count, 1);
    std::vector<Directed> all;
    all.reserve(2 * nearest.rows.size());
    for (size_t i = 0; i < count; ++i) {
        const std::vector<double> row = calibrated(
            std::span(nearest.distances).subspan(i * nearest.count, nearest.count), perplexity);
        for (size_t k = 0; k < nearest.count; ++k) {
            const int32_t other = nearest.of(i)[k];
            const auto half = float(row[k] / (2.0 * double(count)));
            all.push_back({int32_t(i), other, half});
            all.push_back({other, int32_t(i), half});
        }
    }
    return all;
}

} // namespace

std::vector<double> calibrated(std::span<const float> distances, double perplexity)
{
    constexpr int kMostTries = 200;
    constexpr double kExact = 1e-6;
    const double wished = std::log(perplexity);
    const double nearest = distances.empty() ? 0.0 : double(distances.front());
    std::vector<double> squares, result(distances.size());
    for (const float each : distances) // The nearest one at 0: otherwise all may vanish.
        squares.push_back(double(each) * double(each) - nearest * nearest);
    double precision = 1.0, low = 0.0, high = INFINITY;
    // A first guess that fits the scale of the data.
    if (const double mean = squares.empty() ? 0.0 : squares[squares.size() / 2]; mean > 0.0)
        precision = 1.0 / mean;
    for (int tries = 0; tries < kMostTries; ++tries) {
        double sum = 0.0, weighted = 0.0;
        for (size_t i = 0; i < squares.size(); ++i) {
            result[i] = std::exp(-precision * squares[i]);
            sum += result[i];
            weighted += result[i] * squares[i];
        }
        for (double& each : result)
            each /= sum;
        const double apart = std::log(sum) + precision * weighted / sum - wished;
        if (std::abs(apart) < kExact || (weighted == 0.0 && apart > 0.0))
            break; // The latter: equally near ones are more than wished.
        if (apart > 0.0)
            low = precision;
        else
            high = precision;
        precision = std::isinf(high) ? 2.0 * precision : 0.5 * (low + high);
    }
    return result;
}

Affinities affinitiesOf(const NearestRows& nearest, double perplexity)
{
    Affinities result;
    const size_t count = nearest.rows.size() / std::max<size_t>(nearest.count, 1);
    std::vector<Directed> all = bothDirections(nearest, perplexity);
    // By counting, which keeps the order of what belongs to one point.
    std::vector<size_t> ends(count + 1);
    for (const Directed& each : all)
        ++ends[size_t(each.from) + 1];
    for (size_t i = 0; i < count; ++i)
        ends[i + 1] += ends[i];
    std::vector<Directed> sorted(all.size());
    std::vector<size_t> next(ends.begin(), ends.end());
    for (const Directed& each : all)
        sorted[next[size_t(each.from)]++] = each;
    result.first.push_back(0);
    for (size_t i = 0; i < count; ++i) {
        const auto begin = sorted.begin() + std::ptrdiff_t(ends[i]);
        const auto end = sorted.begin() + std::ptrdiff_t(ends[i + 1]);
        std::stable_sort(begin, end,
                         [](const Directed& a, const Directed& b) { return a.to < b.to; });
        for (auto each = begin; each != end; ++each) {
            if (each != begin && each->to == (each - 1)->to)
                result.probabilities.back() += each->probability;
            else {
                result.rows.push_back(each->to);
                result.probabilities.push_back(each->probability);
            }
        }
        while (result.rows.size() % kLanes != 0) {
            result.rows.push_back(int32_t(i));
            result.probabilities.push_back(0.0F);
        }
        result.first.push_back(result.rows.size());
    }
    return result;
}

double usedPerplexity(double wished, size_t points)
{
    const double others = double(std::max<size_t>(points, 1) - 1);
    return std::clamp(wished, 1.0, std::max(others / kNeighbours, 1.0));
}

Tsne::Tsne(const VectorsView& vectors, const TsneOptions& options, const Monitor& monitor)
    : m_options(options), m_repulsion(options.spacing)
{
    constexpr size_t kWorthThreads = 20000; // Points; below, starting threads takes longer.
    const double perplexity = usedPerplexity(options.perplexity, vectors.count);
    m_nearest = nearestRows(vectors, size_t(std::ceil(kNeighbours * perplexity)), {},
                            options.threads, monitor);
    m_affinities = affinitiesOf(m_nearest, perplexity);
    if (vectors.count < kWorthThreads)
        m_options.threads = 1;
    if (m_options.learningRate <= 0.0)
        m_options.learningRate = std::max(200.0, double(vectors.count) / 12.0);
    m_points = mapOf(principalComponents(vectors));
    double squares = 0.0;
    for (size_t i = 0; i < m_points.size(); i += 2)
        squares += double(m_points[i]) * double(m_points[i]);
    constexpr double kDeviation = 1e-4, kDisturbed = 1e-6;
    const double deviation = std::sqrt(squares / double(std::max<size_t>(vectors.count, 1)));
    const auto scale = float(deviation > 0.0 ? kDeviation / deviation : 0.0);
    std::mt19937_64 random(options.seed);
    for (float& each : m_points)
        each = each * scale
            + float(kDisturbed * (double(random() >> 11U) / double(uint64_t{1} << 53U) - 0.5));
    m_steps.assign(m_points.size(), 0.0F);
    m_gains.assign(m_points.size(), 1.0F);
}

void Tsne::startFrom(MapPoints earlier)
{
    m_points = earlier;
    m_earlier = std::move(earlier);
    m_options.exaggerated = 0;
    std::fill(m_steps.begin(), m_steps.end(), 0.0F);
    std::fill(m_gains.begin(), m_gains.end(), 1.0F);
    m_iteration = 0;
}

void Tsne::step(int iterations)
{
    const int last = std::min(m_iteration + iterations, m_options.iterations);
    for (; m_iteration < last && count() > 1; ++m_iteration) {
        const bool early = m_iteration < m_options.exaggerated;
        descend(gradient(early ? m_options.exaggeration : 1.0), early ? 0.5 : 0.8);
        if (m_options.pull <= 0.0 || m_earlier.empty())
            centre();
    }
    m_iteration = std::max(m_iteration, count() > 1 ? 0 : m_options.iterations);
}

void Tsne::attract(double exaggeration, std::vector<float>& forces) const
{
    constexpr size_t kBlock = 1024;
    inBlocks(count(), kBlock, m_options.threads,
             [&](const ItemBlock& block) {
                 attractPoints(m_points.data(), m_affinities.first.data(), m_affinities.rows.data(),
                               m_affinities.probabilities.data(), block.first,
                               block.first + block.count, float(exaggeration), forces.data());
             },
             {});
}

std::vector<float> Tsne::gradient(double exaggeration)
{
    std::vector<float> result(m_points.size());
    m_forces.resize(m_points.size());
    attract(exaggeration, result);
    constexpr size_t kFew = 1000; // Points; a grid for fewer takes longer than all pairs.
    const double pairs = count() <= kFew ? repulsionOfPairs(m_points, m_forces)
                                         : m_repulsion.add(m_points, m_forces, m_options.threads);
    const auto scale = float(1.0 / std::max(pairs, 1e-12));
    for (size_t i = 0; i < result.size(); ++i)
        result[i] -= scale * m_forces[i];
    return result;
}

void Tsne::descend(const std::vector<float>& gradient, double momentum)
{
    constexpr float kLeastGain = 0.01F, kLongest = 5.0F;
    const auto rate = float(m_options.learningRate), kept = float(momentum);
    for (size_t i = 0; i < m_points.size(); ++i) {
        const bool turns = (gradient[i] > 0.0F) == (m_steps[i] > 0.0F);
        m_gains[i] = turns ? std::max(m_gains[i] * 0.8F, kLeastGain) : m_gains[i] + 0.2F;
        m_steps[i] = kept * m_steps[i] - rate * m_gains[i] * gradient[i];
        m_points[i] += std::clamp(m_steps[i], -kLongest, kLongest);
    }
    if (m_options.pull <= 0.0 || m_earlier.empty())
        return;
    // An implicit step, which stays stable however strong the pull is.
    const float pull = rate * float(m_options.pull / (4.0 * double(count())));
    for (size_t i = 0; i < m_points.size(); ++i)
        m_points[i] = (m_points[i] + pull * m_earlier[i]) / (1.0F + pull);
}

void Tsne::centre()
{
    double sums[2] = {0.0, 0.0};
    for (size_t i = 0; i < m_points.size(); ++i)
        sums[i % 2] += double(m_points[i]);
    const float mean[2] = {float(sums[0] / double(count())), float(sums[1] / double(count()))};
    for (size_t i = 0; i < m_points.size(); ++i)
        m_points[i] -= mean[i % 2];
}

} // namespace core
