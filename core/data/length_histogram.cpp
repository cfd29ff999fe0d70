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

/// The length that a share of all texts do not exceed.
int64_t percentile(const std::map<int64_t, int64_t>& counts, int64_t total, double share)
{
    const auto wanted = static_cast<int64_t>(std::ceil(share * double(total)));
    int64_t seen = 0;
    for (const auto& [length, count] : counts) {
        seen += count;
        if (seen >= wanted)
            return length;
    }
    return 0;
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

void LengthCounter::add(int64_t length)
{
    ++m_total;
    if (static_cast<size_t>(length) >= kShortLengths) {
        ++m_long[length];
        return;
    }
    m_short.resize(kShortLengths);
    ++m_short[static_cast<size_t>(length)];
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
    result.counts.assign(result.upperBounds.size(), 0);
    for (const auto& [length, count] : counts) {
        const auto bin
            = std::lower_bound(result.upperBounds.begin(), result.upperBounds.end(), length);
        result.counts[static_cast<size_t>(bin - result.upperBounds.begin())] += count;
    }
    return result;
}

} // namespace core
