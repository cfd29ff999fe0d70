#include "core/probe/updates/signed_histogram.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr size_t kExponents = 512; ///< Values of the sign and exponent bits of float32.
constexpr size_t kSides = 4; ///< Tables, so that equal neighbours do not wait for each other.
constexpr int kBias = 127;

/// @param key  the first nine bits of a float32: sign and exponent.
int binOfKey(size_t key)
{
    const int octave = static_cast<int>(key & 0xFFU) - kBias - SignedHistogram::kLowest;
    if (octave < 0)
        return SignedHistogram::kZero;
    const int distance = 1 + std::min(octave, SignedHistogram::kOctaves - 1);
    return SignedHistogram::kZero + (key > 0xFFU ? -distance : distance);
}

bool isFiniteKey(size_t key)
{
    return (key & 0xFFU) != 0xFFU;
}

/// Sums and extremes of the values `value(i)`, computed in lanes that vectorise.
struct Moments {
    template <class Value> Moments(int64_t count, const Value& value)
    {
        constexpr int64_t kLanes = 8;
        std::array<double, kLanes> sums{}, squares{};
        const auto take = [&](float each, size_t lane) {
            const bool finite = std::abs(each) <= std::numeric_limits<float>::max();
            const float kept = finite ? each : 0.0F;
            sums[lane] += double{kept};
            squares[lane] += double{kept} * double{kept};
            minimum = finite ? std::min(minimum, each) : minimum;
            maximum = finite ? std::max(maximum, each) : maximum;
        };
        int64_t i = 0;
        for (; i + kLanes <= count; i += kLanes)
            for (int64_t lane = 0; lane < kLanes; ++lane)
                take(value(i + lane), static_cast<size_t>(lane));
        for (; i < count; ++i)
            take(value(i), 0);
        for (size_t lane = 0; lane < kLanes; ++lane) {
            sum += sums[lane];
            square += squares[lane];
        }
    }

    double sum = 0.0, square = 0.0;
    float minimum = std::numeric_limits<float>::infinity();
    float maximum = -std::numeric_limits<float>::infinity();
};

template <class Value> void countKeys(std::vector<uint32_t>& raw, int64_t count, const Value& value)
{
    for (int64_t i = 0; i < count; ++i) {
        const size_t key = std::bit_cast<uint32_t>(value(i)) >> 23U;
        ++raw[(static_cast<size_t>(i) % kSides) * kExponents + key];
    }
}

} // namespace

int SignedHistogram::binOf(double value)
{
    return binOfKey(std::bit_cast<uint32_t>(static_cast<float>(value)) >> 23U);
}

HistogramCounter::HistogramCounter()
    : m_raw(kSides * kExponents)
    , m_minimum(std::numeric_limits<float>::infinity())
    , m_maximum(-std::numeric_limits<float>::infinity())
{
}

template <class Value> void HistogramCounter::take(int64_t count, const Value& value)
{
    const Moments moments(count, value);
    countKeys(m_raw, count, value);
    m_count += count;
    m_sum += moments.sum;
    m_squares += moments.square;
    m_minimum = std::min(m_minimum, moments.minimum);
    m_maximum = std::max(m_maximum, moments.maximum);
}

void HistogramCounter::add(const float* values, int64_t count, double factor)
{
    const auto scale = static_cast<float>(factor);
    take(count, [=](int64_t i) { return values[i] * scale; });
}

void HistogramCounter::addDifferences(const float* minuend, const float* subtrahend, int64_t count)
{
    take(count, [=](int64_t i) { return minuend[i] - subtrahend[i]; });
}

SignedHistogram HistogramCounter::histogram() const
{
    SignedHistogram result;
    result.counts.assign(SignedHistogram::kBins, 0);
    for (size_t key = 0; key < kExponents; ++key) {
        uint32_t here = 0;
        for (size_t side = 0; side < kSides; ++side)
            here += m_raw[side * kExponents + key];
        if (isFiniteKey(key))
            result.counts[static_cast<size_t>(binOfKey(key))] += here;
        else
            result.notFinite += here;
    }
    result.counts[SignedHistogram::kZero] += static_cast<uint32_t>(m_zeros);
    result.count = m_count + m_zeros;
    const int64_t finite = result.count - result.notFinite;
    if (finite == 0)
        return result;
    const float low = m_zeros > 0 ? std::min(m_minimum, 0.0F) : m_minimum;
    const float high = m_zeros > 0 ? std::max(m_maximum, 0.0F) : m_maximum;
    result.minimum = double{low};
    result.maximum = double{high};
    result.mean = m_sum / static_cast<double>(finite);
    result.rootMeanSquare = std::sqrt(m_squares / static_cast<double>(finite));
    return result;
}

double squaresOf(const float* values, int64_t count)
{
    return Moments(count, [=](int64_t i) { return values[i]; }).square;
}

double squaresOfDifferences(const float* minuend, const float* subtrahend, int64_t count)
{
    return Moments(count, [=](int64_t i) { return minuend[i] - subtrahend[i]; }).square;
}

} // namespace core
