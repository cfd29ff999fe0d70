#pragma once

#include "core/base/json.h"
#include "core/probe/updates/recording.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

/// A file of a run folder: one line of JSON for each update that is recorded, with the parameters
/// that they speak of a line before each Recording::kUpdates of them, at least: {"step": 12, ...,
/// "items": [3, 17], "item_losses": [0.7, 0.6], "chosen": "encoder.rnn.l0", "histograms":
/// {"weight": {"bins": [[60, 12], [61, 30]], ...}}}. Bins are those of SignedHistogram, the empty
/// ones left out.
inline constexpr const char* kRecordingFile = "updates.jsonl";

Json toJson(const RecordedUpdate& update);
Json parametersToJson(const std::vector<RecordedParameter>& parameters);
/// @throws Json::exception, Error{FileMalformed}.
RecordedUpdate recordedUpdateFromJson(const Json& json);

struct ReadRecording {
    std::vector<RecordedParameter> parameters;
    std::vector<ShownUpdate> updates; ///< In their order.
};
/// The last Recording::kUpdates updates in the file of `run`, or those up to update `until` where
/// that is not 0. Lines that are damaged are left out; without a file there is nothing. Updates are
/// in order, so that only these are read, however long the file is.
/// @throws Error{FileMissing} when it is a link.
ReadRecording readRecording(const std::filesystem::path& run, int64_t until);
/// One update of the file; null: it is not there, or damaged. @throws as readRecording().
ShownUpdate readRecordedUpdate(const std::filesystem::path& run, int64_t step);

/// The number of the update that a line speaks of; 0: of none. Reads only the line's beginning.
int64_t recordedStep(std::string_view line);

} // namespace core
