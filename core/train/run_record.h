#pragma once

#include "core/base/regular_file.h"
#include "core/train/reports.h"

#include <limits>
#include <string>

namespace core {

/// summary.json: the few numbers of a run that its list shows, so that 500 runs are listed without
/// reading their events.
struct RunRecord {
    RunState state = RunState::Fresh;
    int64_t steps = 0;
    int64_t epochs = 0; ///< Done.
    int64_t bestEpoch = 0;
    double bestValue = std::numeric_limits<double>::quiet_NaN();
    std::vector<Score> testScores; ///< Empty when not tested.
    double seconds = 0.0;
    std::string createdUtc; ///< ISO 8601
};

/// A new record if there is none yet. @throws Error{FileMalformed}.
RunRecord readRunRecord(const FilePlace& run);
/// @throws Error{FileUnwritable}.
void writeRunRecord(const FilePlace& run, const RunRecord& record);

/// "2026-11-20T22:42:55Z"
std::string nowUtc();

} // namespace core
