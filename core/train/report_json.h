#pragma once

#include "core/train/reports.h"

#include <optional>
#include <string>
#include <string_view>

namespace core {

/// The number `name` of an object; NaN when it is null or missing.
double realOf(const Json& json, const char* name);
/// The whole number `name` of an object, 0 when it is missing. @throws Error{FileMalformed} when
/// it is of another type or negative.
int64_t countOf(const Json& json, const char* name);

/// Scores known of every update stand beside the loss: "valid_accuracy"; the others together in
/// "valid_scores". @param split  "train" (which has only the former), "valid" or "test".
void putScores(Json& json, const std::string& split, const std::vector<Score>& scores);
/// As putScores() wrote them, or all beside the loss, as runs had it once. NaN for null.
std::vector<Score> scoresFromJson(const Json& json, const std::string& split);

std::string runStateName(RunState state); ///< "running"
RunState runStateFromName(const std::string& name); ///< Failed for what is not known.

/// An update's line as toJson writes it, with a checksum (checked_line.h) or without one, which is
/// not looked at. Without a JSON parser: a run has millions of them.
/// Nothing when the line has another form.
std::optional<UpdateReport> parseUpdateLine(std::string_view line);

} // namespace core
