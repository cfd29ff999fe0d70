#include "core/train/changed_settings.h"

#include "core/base/error.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace core {

namespace {

/// What a run that has begun may change. Whether the data behind other paths are the same, their
/// fingerprints say. Everything else decides which updates are made.
constexpr std::array<std::string_view, 17> kMayChange{
    "name",
    "data.train",
    "data.valid",
    "data.test",
    "data.train_target",
    "data.valid_target",
    "data.test_target",
    "data.source_language",
    "data.target_language",
    "training.epochs",
    "training.maximum_updates",
    "training.maximum_minutes",
    "training.patience",
    "training.checkpoint_seconds",
    "training.keep_epochs",
    "training.device",
    "training.threads",
};

bool mayChange(const std::string& path, const TaskDescription& task)
{
    return std::find(kMayChange.begin(), kMayChange.end(), path) != kMayChange.end()
        || std::any_of(
               task.changeable.begin(), task.changeable.end(),
               [&](const std::string& name) { return path.starts_with("task." + name + "."); });
}

/// "training.epochs 3 → 20"
std::string shownChange(const SettingDifference& difference)
{
    return difference.path + " " + shown(difference.baseValue) + " → "
        + shown(difference.otherValue);
}

} // namespace

void checkChangedSettings(const ExperimentSpec& before, const ExperimentSpec& now,
                          const std::filesystem::path& run, std::vector<Message>& notes)
{
    const TaskDescription& task = taskDescription(before.task.kind);
    std::string allowed, refused;
    for (const SettingDifference& difference : settingDifferences(before, now)) {
        std::string& list = mayChange(difference.path, task) ? allowed : refused;
        list += (list.empty() ? "" : ", ") + shownChange(difference);
    }
    if (!refused.empty())
        throw Error(ErrorCode::BadSetting,
                    {"A run that has begun cannot change these settings: %1.", {refused}},
                    {"Set them back in %1, or start a new run with the new ones.",
                     {(run / "spec.json").string()}});
    if (!allowed.empty())
        notes.push_back({"Changed since the last checkpoint: %1.", {allowed}});
}

} // namespace core
