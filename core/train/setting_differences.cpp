#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"

#include <map>

namespace core {

namespace {

std::string shownValue(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Every value below `json` by its dotted path; lists count as values.
void flatten(const Json& json, const std::string& path, std::vector<std::string>& order,
             std::map<std::string, std::string>& values)
{
    if (json.is_object()) {
        for (const auto& [name, value] : json.items())
            flatten(value, path.empty() ? name : std::string(path).append(".").append(name), order,
                    values);
        return;
    }
    order.push_back(path);
    values[path] = shownValue(json);
}

} // namespace

std::vector<SettingDifference> settingDifferences(const ExperimentSpec& base,
                                                  const ExperimentSpec& other)
{
    std::vector<std::string> basePaths, otherPaths;
    std::map<std::string, std::string> baseValues, otherValues;
    flatten(specToJson(base), "", basePaths, baseValues);
    flatten(specToJson(other), "", otherPaths, otherValues);

    std::vector<SettingDifference> differences;
    const auto valueAt = [](const auto& values, const std::string& path) {
        const auto found = values.find(path);
        return found == values.end() ? std::string() : found->second;
    };
    for (const std::string& path : basePaths)
        if (valueAt(otherValues, path) != baseValues[path])
            differences.push_back({path, baseValues[path], valueAt(otherValues, path)});
    for (const std::string& path : otherPaths)
        if (!baseValues.contains(path))
            differences.push_back({path, "", otherValues[path]});
    return differences;
}

} // namespace core
