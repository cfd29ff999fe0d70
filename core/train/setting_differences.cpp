#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "core/train/setting_changes.h"

#include <map>

namespace core {

namespace {

/// Empty for null: there is no such setting.
std::string shownValue(const Json& value)
{
    return value.is_null() ? std::string()
        : value.is_string() ? value.get<std::string>()
                            : value.dump();
}

/// Every value below `json` by its dotted path; lists count as values.
void flatten(const Json& json, const std::string& path, std::vector<std::string>& order,
             std::map<std::string, Json>& values)
{
    if (json.is_object()) {
        for (const auto& [name, value] : json.items())
            flatten(value, path.empty() ? name : std::string(path).append(".").append(name), order,
                    values);
        return;
    }
    order.push_back(path);
    values[path] = json;
}

} // namespace

std::vector<SettingChange> settingChanges(const ExperimentSpec& before, const ExperimentSpec& now,
                                          int64_t step)
{
    std::vector<std::string> pathsBefore, pathsNow;
    std::map<std::string, Json> valuesBefore, valuesNow;
    flatten(specToJson(before), "", pathsBefore, valuesBefore);
    flatten(specToJson(now), "", pathsNow, valuesNow);

    std::vector<SettingChange> changes;
    const auto valueAt = [](const auto& values, const std::string& path) {
        const auto found = values.find(path);
        return found == values.end() ? Json() : found->second;
    };
    for (const std::string& path : pathsBefore)
        if (valueAt(valuesNow, path) != valuesBefore[path])
            changes.push_back({step, path, valuesBefore[path], valueAt(valuesNow, path)});
    for (const std::string& path : pathsNow)
        if (!valuesBefore.contains(path))
            changes.push_back({step, path, Json(), valuesNow[path]});
    return changes;
}

std::vector<SettingDifference> settingDifferences(const ExperimentSpec& base,
                                                  const ExperimentSpec& other)
{
    std::vector<SettingDifference> differences;
    for (const SettingChange& change : settingChanges(base, other, 0))
        differences.push_back(
            {change.setting, shownValue(change.before), shownValue(change.after)});
    return differences;
}

} // namespace core
