#pragma once

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/catalogue/spec_settings.h"
#include "core/experiment/spec.h"

#include <filesystem>

namespace core {

inline constexpr int64_t kSpecVersion = 2; ///< Version in which specs are written.

/// The description of a whole spec: what forms, help, JSON and --set follow from.
const std::vector<OptionDescription>& specOptions();

/// All registries as values: what the window and the help show.
const Catalogue& catalogue();

Json specToJson(const ExperimentSpec& spec);

/// Reads a spec; defaults are filled in for what is missing.
/// @param problems  everything that is wrong, with its path; when empty the result is valid.
ExperimentSpec specFromJson(const Json& json, std::vector<Problem>& problems);

/// As above, for callers that cannot show a list.
/// @throws Error{BadSetting} whose sentence lists all problems.
ExperimentSpec specFromJson(const Json& json);

/// Reads a `.unroll` file. @throws Error{FileMissing, FileMalformed, BadSetting}.
ExperimentSpec readSpec(const std::filesystem::path& path, Links links = Links::Follow);

/// Writes a `.unroll` file atomically. @throws Error{FileUnwritable}.
void writeSpec(const ExperimentSpec& spec, const std::filesystem::path& path);

/// A spec with every selection's options completed by their defaults; unchanged where complete.
ExperimentSpec completedSpec(const ExperimentSpec& spec);

/// Rules between fields (a transformer's heads must divide its dimension ...).
std::vector<Problem> crossCheck(const ExperimentSpec& spec);

} // namespace core
