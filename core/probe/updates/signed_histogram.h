#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace core {

/// Histogram of a tensor's values with a bin for each sign and power of two, which suits weights
/// around 1 as well as squared gradients around 1e-9. Plain values.
struct SignedHistogram {
    static constexpr int kLowest = -40; ///< Power of two: smaller values (9.1e-13) count as zero.
    static constexpr int kOctaves = 56; ///< Up to 2^16; larger values are in the last bin.
    static constexpr int kBins = 2 * kOctaves + 1;
    static constexpr int kZero = kOctaves; ///< Bin of zero; smaller bins are negative.

    std::vector<uint32_t> counts; ///< [kBins], from the most negative to the largest.
    int64_t count = 0; ///< Values, including those that are not finite.
    int64_t notFinite = 0;
    double minimum = 0.0, maximum = 0.0; ///< Extremes of the finite values; 0 without any.
    double mean = 0.0, rootMeanSquare = 0.0;

    /// The bin of `value`. @pre it is finite.
    static int binOf(double value);
    /// The edge of the bin that is nearer to zero; 0 for the bin of zero.
    static double innerEdge(int bin)
    {
        if (bin == kZero)
            return 0.0;
        const double edge = std::ldexp(1.0, kLowest + std::abs(bin - kZero) - 1);
        return bin < kZero ? -edge : edge;
    }

    friend bool operator==(const SignedHistogram&, const SignedHistogram&) = default;
};

/// Counts values, block after block, in two passes over each.
class HistogramCounter {
public:
    HistogramCounter();

    /// `count` values times `factor`.
    void add(const float* values, int64_t count, double factor = 1.0);
    /// minuend[i] - subtrahend[i].
    void addDifferences(const float* minuend, const float* subtrahend, int64_t count);
    void addZeros(int64_t count) { m_zeros += count; }
    SignedHistogram histogram() const;

private:
    /// @param value  returns the value of each index below `count`.
    template <class Value> void take(int64_t count, const Value& value);

    std::vector<uint32_t> m_raw; ///< Counts by float32 sign and exponent, in kSides tables.
    int64_t m_zeros = 0, m_count = 0;
    double m_sum = 0.0, m_squares = 0.0;
    float m_minimum, m_maximum;
};

/// Sum of squares of factor * values, in double precision.
double squaresOf(const float* values, int64_t count);
double squaresOfDifferences(const float* minuend, const float* subtrahend, int64_t count);

} // namespace core
