#pragma once

#include "core/base/json.h"
#include "core/probe/updates/recording.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

/// A file of a run folder: one line of JSON for each recorded update; a line with the parameters
/// precedes at least every Recording::kUpdates of them: {"step": 12, ...,
/// "items": [3, 17], "item_losses": [0.7, 0.6], "chosen": "encoder.rnn.l0", "histograms":
/// {"weight": {"bins": [[60, 12], [61, 30]], ...}}}. Bins are those of SignedHistogram, the empty
/// ones left out.
inline constexpr const char* kRecordingFile = "updates.jsonl";

Json toJson(const RecordedUpdate& update);
Json parametersToJson(const std::vector<RecordedParameter>& parameters);
/// @throws Json::exception.
std::vector<RecordedParameter> parametersFromJson(const Json& json);
/// @throws Json::exception, Error{FileMalformed}.
RecordedUpdate recordedUpdateFromJson(const Json& json);

struct ReadRecording {
    std::vector<RecordedParameter> parameters;
    std::vector<ShownUpdate> updates; ///< Sorted by step.
};
/// The last Recording::kUpdates updates in the file of `run`, or those up to update `until` if that
/// is not 0. Skips damaged lines. Reads only the part of the file that holds them.
/// @throws Error{FileMissing} when it is a link.
ReadRecording readRecording(const std::filesystem::path& run, int64_t until);
/// One update of the file; null: missing or damaged. @throws as readRecording().
ShownUpdate readRecordedUpdate(const std::filesystem::path& run, int64_t step);

/// The update of a line; 0: none. Reads only the beginning of the line.
int64_t recordedStep(std::string_view line);

} // namespace core
