#include "core/train/changed_settings.h"

#include "core/base/error.h"
#include "core/train/run_folder.h"
#include "core/train/setting_changes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace core {

namespace {

/// What a run may change when it is resumed, beside what can be tuned at any update. Whether the
/// data behind other paths are the same, their fingerprints say.
constexpr std::array<std::string_view, 11> kMayChange{
    "name",
    "data.train",
    "data.valid",
    "data.test",
    "data.train_target",
    "data.valid_target",
    "data.test_target",
    "data.source_language",
    "data.target_language",
    "training.device",
    "training.threads",
};

bool mayChange(const std::string& path, const std::string& task)
{
    return isTunable(path, task)
        || std::find(kMayChange.begin(), kMayChange.end(), path) != kMayChange.end();
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
    std::string allowed, refused;
    for (const SettingDifference& difference : settingDifferences(before, now)) {
        std::string& list = mayChange(difference.path, before.task.kind) ? allowed : refused;
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
