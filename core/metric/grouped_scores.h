#pragma once

#include "core/base/monitor.h"
#include "core/metric/paired_bootstrap.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The score of those whose number, such as a length, is within limits.
struct GroupedScore {
    int64_t low = 0, high = 0; ///< Both belong to it.
    int64_t count = 0; ///< How many there are.
    ScoreInterval score; ///< scoreInterval()
    /// The score of one prediction for all; NaN: not known.
    double guess = std::numeric_limits<double>::quiet_NaN();
};

/// One prediction for all rows of a set, and its score.
struct Guess {
    std::string title = {}; ///< "Most frequent class"; English.
    Outcomes outcomes = {}; ///< Without rows: there is no such score.
};

/// The rows of a set in groups by a number of each row, such as the length of its text, from the
/// smallest on: about equally many rows in each, rows of one number in one group.
/// @param numbers  [rows] @param groups  at most so many.
/// @throws Error{Cancelled}.
std::vector<GroupedScore> scoresByNumber(const Outcomes& outcomes, std::span<const int64_t> numbers,
                                         int64_t groups, const BootstrapSettings& settings,
                                         const Monitor& monitor, const Guess& guess = {});

} // namespace core
