#pragma once

#include "core/data/preview.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace core {

/// Tokens of `text` between ASCII white space.
int64_t countTokens(std::string_view text);

/// Counts lengths as they come, in memory that depends on how many different ones there are.
class LengthCounter {
public:
    /// @param texts  of that length.
    void add(int64_t length, int64_t texts = 1);
    /// About 25 bins of a round width up to the 99th percentile, and one for what is longer.
    LengthHistogram histogram() const;

private:
    std::vector<int64_t> m_short; ///< How many texts have each of the usual lengths.
    std::map<int64_t, int64_t> m_long; ///< The others.
    int64_t m_total = 0;
};

/// Counts the ratio of target to source words of pairs, in memory that depends on how many
/// different ones there are.
class RatioCounter {
public:
    /// @pre `sourceTokens` > 0.
    void add(int64_t sourceTokens, int64_t targetTokens);
    /// Bins of width 0.1 up to the 99th percentile (3 at most), and one for what is larger.
    RatioHistogram histogram() const;

private:
    std::map<double, int64_t> m_counts;
    int64_t m_total = 0;
};

} // namespace core
