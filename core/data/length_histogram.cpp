#include "core/data/length_histogram.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr size_t kShortLengths = 4096;
constexpr int64_t kBins = 25;

/// The smallest of 1, 2, 5, 10, 20, 50 ... that is not below `value`.
int64_t roundWidth(int64_t value)
{
    for (int64_t power = 1;; power *= 10)
        for (const int64_t step : {1, 2, 5})
            if (step * power >= value)
                return step * power;
}

/// The value that a share of all do not exceed.
template <class Value>
Value percentile(const std::map<Value, int64_t>& counts, int64_t total, double share)
{
    const auto wanted = static_cast<int64_t>(std::ceil(share * double(total)));
    int64_t seen = 0;
    for (const auto& [value, count] : counts) {
        seen += count;
        if (seen >= wanted)
            return value;
    }
    return 0;
}

/// How many values fall into each bin. @pre the last bound is not below the largest value.
template <class Value>
std::vector<int64_t> binned(const std::map<Value, int64_t>& counts,
                            const std::vector<Value>& bounds)
{
    std::vector<int64_t> result(bounds.size());
    for (const auto& [value, count] : counts) {
        const auto bin = std::lower_bound(bounds.begin(), bounds.end(), value);
        result[static_cast<size_t>(bin - bounds.begin())] += count;
    }
    return result;
}

} // namespace

int64_t countTokens(std::string_view text)
{
    int64_t count = 0;
    bool inside = false;
    for (const char c : text) {
        const bool space = c == ' ' || (c >= '\t' && c <= '\r');
        count += !space && !inside ? 1 : 0;
        inside = !space;
    }
    return count;
}

void LengthCounter::add(int64_t length, int64_t texts)
{
    m_total += texts;
    if (static_cast<size_t>(length) >= kShortLengths) {
        m_long[length] += texts;
        return;
    }
    m_short.resize(kShortLengths);
    m_short[static_cast<size_t>(length)] += texts;
}

LengthHistogram LengthCounter::histogram() const
{
    LengthHistogram result;
    if (m_total == 0)
        return result;
    std::map<int64_t, int64_t> counts = m_long;
    for (size_t length = 0; length < m_short.size(); ++length)
        if (m_short[length] > 0)
            counts[static_cast<int64_t>(length)] = m_short[length];
    result.median = percentile(counts, m_total, 0.5);
    result.percentile95 = percentile(counts, m_total, 0.95);
    result.longest = counts.rbegin()->first;
    const int64_t usual = std::max<int64_t>(percentile(counts, m_total, 0.99), 1);
    const int64_t width = roundWidth((usual + kBins - 1) / kBins);
    for (int64_t bound = width; bound < usual + width; bound += width)
        result.upperBounds.push_back(bound);
    if (result.longest > result.upperBounds.back())
        result.upperBounds.push_back(result.longest);
    result.counts = binned(counts, result.upperBounds);
    return result;
}

void RatioCounter::add(int64_t sourceTokens, int64_t targetTokens)
{
    ++m_total;
    ++m_counts[double(targetTokens) / double(sourceTokens)];
}

RatioHistogram RatioCounter::histogram() const
{
    constexpr double kLargestRatio = 3.0;
    constexpr double kBinsOfOne = 10.0;
    RatioHistogram result;
    if (m_total == 0)
        return result;
    result.median = percentile(m_counts, m_total, 0.5);
    const double usual = std::min(percentile(m_counts, m_total, 0.99), kLargestRatio);
    // Counted in whole tenths: adding up 0.1 would miss the bounds by a rounding error.
    const auto bins = std::max(1.0, std::ceil(usual * kBinsOfOne));
    for (double bin = 1.0; bin <= bins; ++bin)
        result.upperBounds.push_back(bin / kBinsOfOne);
    const double largest = m_counts.rbegin()->first;
    if (largest > result.upperBounds.back())
        result.upperBounds.push_back(largest);
    result.counts = binned(m_counts, result.upperBounds);
    return result;
}

} // namespace core
