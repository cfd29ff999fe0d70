#pragma once

#include "core/base/error.h"
#include "core/base/message.h"
#include "core/base/regular_file.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A setting that was changed while its run was trained.
struct SettingChange {
    int64_t step = 1; ///< The first update that is made with it, 1-based.
    std::string setting; ///< Its path in the spec: "training.clip_norm".
    Json before, after;

    friend bool operator==(const SettingChange&, const SettingChange&) = default;
};

/// {"step": 41, "setting": "training.clip_norm", "old": 1.0, "new": 0.5}: in spec.json and, with
/// "event": "change", in events.jsonl.
Json toJson(const SettingChange& change);
Json eventOf(const SettingChange& change);
/// @throws Json::exception, Error{FileMalformed}.
SettingChange changeFromJson(const Json& json);

/// The result of changing settings.
struct ChangeReport {
    std::vector<SettingChange> changes; ///< All from the same update on.
    int64_t epochs = 0, updatesPerEpoch = 0, totalUpdates = 0; ///< Planned from now on.
    std::vector<Message> notes; ///< Side effects.
    std::optional<Failure> failure; ///< Why nothing was changed; then `changes` are empty.
};

/// Whether a setting can change between two updates of a run: rates, clipping, dropout, batch size
/// and limits. All others decide what the run is.
bool isTunable(const std::string& setting, const std::string& task);

/// The changes from `before` to `now` from update `step` on, in the order of the spec.
std::vector<SettingChange> settingChanges(const ExperimentSpec& before, const ExperimentSpec& now,
                                          int64_t step);
/// @throws Error{BadSetting} when a value is not right.
ExperimentSpec withChanges(const ExperimentSpec& spec, std::span<const SettingChange> changes);
/// As it was before them.
ExperimentSpec withoutChanges(const ExperimentSpec& spec, std::span<const SettingChange> changes);

/// The content of spec.json of a run: its current settings and the changes that led to them.
struct RunPlan {
    ExperimentSpec spec; ///< With all `changes`.
    std::vector<SettingChange> changes; ///< In their order.

    friend bool operator==(const RunPlan&, const RunPlan&) = default;
};
/// @throws as readSpec(); Error{FileMalformed} where a change names what cannot be a setting.
RunPlan readRunPlan(const FilePlace& file);
/// @throws Error{FileUnwritable}.
void writeRunPlan(const RunPlan& plan, const FilePlace& file);

/// The changes in `plan` that have not been made yet: all after `made`, the first ones.
/// Those of a setting that has been given another value by hand since then are left out; none when
/// the plan does not begin with `made`.
std::vector<SettingChange> comingChanges(const RunPlan& plan, std::span<const SettingChange> made);

/// Compares the settings that a run was trained with up to its checkpoint with those that it is to
/// be resumed with. `notes` receives the changes that are allowed in a run that has begun (tunable
/// settings, places of files, the machine).
/// @param run  for the sentence of an error.
/// @throws Error{BadSetting} naming each setting that decides the run, its old and its new value.
void checkChangedSettings(const ExperimentSpec& before, const ExperimentSpec& now,
                          const std::filesystem::path& run, std::vector<Message>& notes);

/// One setting: "model.network.hidden_size", "128".
struct SettingValue {
    std::string path, value;
};
/// All settings of `spec` in the order of its JSON; lists count as values.
std::vector<SettingValue> settingValues(const ExperimentSpec& spec);

/// "hidden_size 128 -> 256": settings of `other` that differ from `base`.
struct SettingDifference {
    std::string path, baseValue, otherValue;
};
std::vector<SettingDifference> settingDifferences(const std::vector<SettingValue>& base,
                                                  const std::vector<SettingValue>& other);

} // namespace core
