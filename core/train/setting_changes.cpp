#include "core/train/setting_changes.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/task/task_kinds.h"
#include "core/train/reports.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace core {

namespace {

constexpr std::array<std::string_view, 12> kTunable{
    "training.epochs",
    "training.maximum_updates",
    "training.maximum_minutes",
    "training.batch_size",
    "training.batch_tokens",
    "training.optimiser.learning_rate",
    "training.optimiser.weight_decay",
    "training.clip_norm",
    "training.clip_value",
    "training.patience",
    "training.checkpoint_seconds",
    "training.keep_epochs",
};

/// "model.embedding.dropout", "model.network.readout_dropout"
bool isDropout(std::string_view setting)
{
    const std::string_view name = setting.substr(setting.rfind('.') + 1);
    return setting.starts_with("model.") && (name == "dropout" || name.ends_with("_dropout"));
}

/// Whether the text can name a setting: words of small letters, digits and "_" between dots.
bool isSettingName(std::string_view text)
{
    const auto isWord = [](std::string_view word) {
        return !word.empty() && word.front() >= 'a' && word.front() <= 'z'
            && std::all_of(word.begin(), word.end(), [](char letter) {
                   return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')
                       || letter == '_';
               });
    };
    for (size_t dot; (dot = text.find('.')) != std::string_view::npos; text.remove_prefix(dot + 1))
        if (!isWord(text.substr(0, dot)))
            return false;
    return isWord(text);
}

/// "/training/clip_norm" for "training.clip_norm"
Json::json_pointer pointerTo(std::string setting)
{
    std::replace(setting.begin(), setting.end(), '.', '/');
    return Json::json_pointer("/" + setting);
}

void put(Json& spec, const std::string& setting, const Json& value)
{
    const Json::json_pointer place = pointerTo(setting);
    try {
        if (!value.is_null())
            spec[place] = value;
        else if (spec.contains(place))
            spec[place.parent_pointer()].erase(place.back());
    } catch (const Json::exception& error) { // Below a value, or in a list.
        throw Error(ErrorCode::BadSetting, {"There is no setting \"%1\".", {shown(setting)}}, {},
                    error.what());
    }
}

/// All values that differ below the two; null for a missing one.
void compare(const Json& before, const Json& now, const std::string& path, int64_t step,
             std::vector<SettingChange>& changes)
{
    if (!before.is_object() && !now.is_object()) {
        if (before != now)
            changes.push_back({step, path, before, now});
        return;
    }
    const auto in = [](const Json& json, const std::string& name) {
        return json.is_object() ? json.value(name, Json()) : Json();
    };
    const auto inside = [&](const std::string& name) {
        compare(in(before, name), in(now, name), path.empty() ? name : path + "." + name, step,
                changes);
    };
    if (before.is_object())
        for (const auto& [name, value] : before.items())
            inside(name);
    if (now.is_object())
        for (const auto& [name, value] : now.items())
            if (in(before, name).is_null())
                inside(name);
}

std::string shownValue(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Every value below `json` by its dotted path.
void flatten(const Json& json, const std::string& path, std::vector<SettingValue>& values)
{
    if (!json.is_object()) {
        values.push_back({path, shownValue(json)});
        return;
    }
    for (const auto& [name, value] : json.items())
        flatten(value, path.empty() ? name : std::string(path).append(".").append(name), values);
}

} // namespace

std::vector<SettingChange> settingChanges(const ExperimentSpec& before, const ExperimentSpec& now,
                                          int64_t step)
{
    std::vector<SettingChange> changes;
    compare(specToJson(before), specToJson(now), "", step, changes);
    return changes;
}

Json toJson(const SettingChange& change)
{
    return {{"step", change.step},
            {"setting", change.setting},
            {"old", change.before},
            {"new", change.after}};
}

Json eventOf(const SettingChange& change)
{
    Json event = {{"event", "change"}};
    event.update(toJson(change));
    return event;
}

SettingChange changeFromJson(const Json& json)
{
    SettingChange change{countOf(json, "step"), json.at("setting").get<std::string>(),
                         json.at("old"), json.at("new")};
    if (!isSettingName(change.setting))
        throw Error(ErrorCode::FileMalformed,
                    {"A change of a setting names \"%1\", which is not a setting.",
                     {shown(change.setting)}});
    return change;
}

bool isTunable(const std::string& setting, const std::string& task)
{
    const std::vector<std::string>& own = taskDescription(task).changeable;
    return std::find(kTunable.begin(), kTunable.end(), setting) != kTunable.end()
        || isDropout(setting) || std::any_of(own.begin(), own.end(), [&](const std::string& name) {
               const std::string path = "task." + name; // A value, or a selection with options.
               return setting == path || setting.starts_with(path + ".");
           });
}

ExperimentSpec withChanges(const ExperimentSpec& spec, std::span<const SettingChange> changes)
{
    if (changes.empty())
        return spec;
    Json json = specToJson(spec);
    for (const SettingChange& change : changes)
        put(json, change.setting, change.after);
    return specFromJson(json);
}

ExperimentSpec withoutChanges(const ExperimentSpec& spec, std::span<const SettingChange> changes)
{
    if (changes.empty())
        return spec;
    Json json = specToJson(spec);
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        put(json, change->setting, change->before);
    return specFromJson(json);
}

RunPlan readRunPlan(const FilePlace& file)
{
    RunPlan plan;
    const Json whole = readJsonFile(file, Links::Refuse);
    plan.spec = specFromJson(whole);
    try {
        for (const Json& change : whole.value("changes", Json::array()))
            plan.changes.push_back(changeFromJson(change));
    } catch (const std::exception& error) { // It has another form, or names an unknown setting.
        throw Error(ErrorCode::FileMalformed,
                    {"The changes that %1 lists cannot be read.", {file.path().string()}},
                    {"Take \"changes\" out of it: the settings themselves stay.", {}},
                    error.what());
    }
    return plan;
}

void writeRunPlan(const RunPlan& plan, const FilePlace& file)
{
    Json whole = specToJson(plan.spec);
    for (const SettingChange& change : plan.changes)
        whole["changes"].push_back(toJson(change));
    writeFileAtomically(file, whole.dump(2) + "\n");
}

std::vector<SettingChange> comingChanges(const RunPlan& plan, std::span<const SettingChange> made)
{
    const auto& all = plan.changes;
    if (all.size() < made.size() || !std::equal(made.begin(), made.end(), all.begin()))
        return {};
    std::vector<SettingChange> coming(all.begin() + static_cast<std::ptrdiff_t>(made.size()),
                                      all.end());
    const Json now = specToJson(plan.spec);
    std::erase_if(coming, [&](const SettingChange& change) {
        const auto last = std::find_if(all.rbegin(), all.rend(), [&](const SettingChange& each) {
            return each.setting == change.setting;
        });
        const Json::json_pointer place = pointerTo(change.setting);
        return (now.contains(place) ? now[place] : Json()) != last->after;
    });
    return coming;
}

namespace {

/// Settings that may change when a run is resumed, beside the tunable ones. Whether the
/// data at other paths are the same is checked by their fingerprints.
constexpr auto kMayChange = std::to_array<std::string_view>({
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
    "training.processes",
    "training.elastic",
});

bool mayChange(const std::string& path, const std::string& task)
{
    return isTunable(path, task)
        || std::find(kMayChange.begin(), kMayChange.end(), path) != kMayChange.end();
}

/// "training.epochs 3 → 20"
std::string shownChange(const SettingChange& change)
{
    const auto text = [](const Json& value) { return value.is_null() ? "" : shownValue(value); };
    return change.setting + " " + shown(text(change.before)) + " → " + shown(text(change.after));
}

} // namespace

void checkChangedSettings(const ExperimentSpec& before, const ExperimentSpec& now,
                          const std::filesystem::path& run, std::vector<Message>& notes)
{
    std::string allowed, refused;
    for (const SettingChange& change : settingChanges(before, now, 1)) {
        std::string& list = mayChange(change.setting, before.task.kind) ? allowed : refused;
        list += (list.empty() ? "" : ", ") + shownChange(change);
    }
    if (!refused.empty())
        throw Error(ErrorCode::BadSetting,
                    {"A run that has begun cannot change these settings: %1.", {refused}},
                    {"Set them back in %1, or start a new run with the new ones.",
                     {(run / "spec.json").string()}});
    if (!allowed.empty())
        notes.push_back({"Changed since the last checkpoint: %1.", {allowed}});
}

std::vector<SettingValue> settingValues(const ExperimentSpec& spec)
{
    std::vector<SettingValue> values;
    flatten(specToJson(spec), "", values);
    return values;
}

std::vector<SettingDifference> settingDifferences(const std::vector<SettingValue>& base,
                                                  const std::vector<SettingValue>& other)
{
    const auto byPath = [](const std::vector<SettingValue>& values) {
        std::unordered_map<std::string_view, std::string_view> map;
        for (const SettingValue& each : values)
            map.emplace(each.path, each.value);
        return map;
    };
    const auto baseValues = byPath(base), otherValues = byPath(other);
    std::vector<SettingDifference> differences;
    for (const SettingValue& each : base) {
        const auto found = otherValues.find(each.path);
        const std::string_view value = found == otherValues.end() ? "" : found->second;
        if (value != each.value)
            differences.push_back({each.path, each.value, std::string(value)});
    }
    for (const SettingValue& each : other)
        if (!baseValues.contains(each.path))
            differences.push_back({each.path, "", each.value});
    return differences;
}

} // namespace core
