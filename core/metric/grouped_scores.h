#pragma once

#include "core/base/monitor.h"
#include "core/metric/paired_bootstrap.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The score of those whose number, such as a length, is within limits.
struct GroupedScore {
    int64_t low = 0, high = 0; ///< Both belong to it.
    int64_t count = 0; ///< How many there are.
    ScoreInterval score;
};

/// The rows of a set in groups by a number of each row, such as the length of its text, from the
/// smallest on: about equally many rows in each, rows of one number in one group.
/// @param numbers  [rows] @param groups  at most so many.
/// @throws Error{Cancelled}.
std::vector<GroupedScore> scoresByNumber(const Outcomes& outcomes, std::span<const int64_t> numbers,
                                         int64_t groups, const BootstrapSettings& settings,
                                         const Monitor& monitor);

} // namespace core
