#pragma once

#include "core/probe/states/state_questions.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace core {

/// The value of a unit at a token.
using UnitValue = std::function<float(int64_t token, int64_t unit)>;

/// Range of tokens (first to last) in which a unit is on.
struct UnitRun {
    int64_t first = 0, last = 0;
};

/// All runs of a unit over `tokens` tokens, in their order.
inline std::vector<UnitRun> unitRuns(const UnitValue& value, PatternUnit unit, int64_t tokens,
                                     double threshold)
{
    std::vector<UnitRun> runs;
    bool before = false;
    for (int64_t t = 0; t < tokens; ++t) {
        const auto number = static_cast<double>(value(t, unit.unit));
        const bool on = (unit.negative ? -number : number) >= threshold;
        if (on && !before)
            runs.push_back({t, t});
        else if (on)
            runs.back().last = t;
        before = on;
    }
    return runs;
}

/// The units that are on exactly from token `first` to token `last`.
inline std::vector<PatternUnit> unitsOnExactly(const UnitValue& value, int64_t units,
                                               int64_t tokens, int64_t first, int64_t last,
                                               double threshold)
{
    std::vector<PatternUnit> found;
    for (int64_t unit = 0; unit < units; ++unit)
        for (const bool negative : {false, true})
            for (const UnitRun& run : unitRuns(value, {unit, negative}, tokens, threshold))
                if (run.first == first && run.last == last)
                    found.push_back({unit, negative});
    return found;
}

} // namespace core
