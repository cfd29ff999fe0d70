#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"

#include <string_view>
#include <unordered_map>

namespace core {

namespace {

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

std::vector<SettingDifference> settingDifferences(const ExperimentSpec& base,
                                                  const ExperimentSpec& other)
{
    return settingDifferences(settingValues(base), settingValues(other));
}

} // namespace core
