#include "app/lab/decided_settings.h"

#include "core/base/error.h"
#include "core/base/spec_values.h"
#include "core/catalogue/pretrained_vectors.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/suited_settings.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace app {

namespace {

/// All sections but the data.
constexpr std::array kDecidedSections{"task", "text", "model", "training"};

/// Paths of the settings that differ.
std::set<std::string> changedPaths(const core::Json& before, const core::Json& now)
{
    std::set<std::string> paths;
    for (const core::Json& each : core::Json::diff(before, now)) {
        std::string path = each.at("path").get<std::string>().substr(1); // "training/epochs"
        std::replace(path.begin(), path.end(), '/', '.');
        paths.insert(path);
    }
    return paths;
}

/// Section and name of each setting outside of the data that has changed, whole: "model",
/// "network".
std::set<std::pair<std::string, std::string>> wholeSettings(const std::set<std::string>& paths)
{
    std::set<std::pair<std::string, std::string>> settings;
    for (const std::string& path : paths) {
        const size_t dot = path.find('.');
        const std::string section = path.substr(0, dot);
        const bool decided = std::find(kDecidedSections.begin(), kDecidedSections.end(), section)
            != kDecidedSections.end();
        if (!decided || dot == std::string::npos)
            continue;
        const std::string inside = path.substr(dot + 1);
        settings.insert({section, inside.substr(0, inside.find('.'))});
    }
    return settings;
}

} // namespace

core::DataDefaults defaultsWithVectors(const core::ExperimentSpec& spec,
                                       const core::DataPreview& data)
{
    core::DataDefaults defaults = core::dataDefaults(data);
    const core::EmbeddingSpec& embedding = spec.model.embedding;
    if (!embedding.vectors.empty()) {
        try {
            defaults.spec = core::withVectors(
                defaults.spec, {embedding.vectors, embedding.dimension}, defaults.decisions);
        } catch (const core::Error&) { // The network was changed by hand, too.
        }
    }
    return defaults;
}

DecidedSettings decidedSettings(const core::Json& before, const core::Json& preset,
                                const core::DataDefaults& defaults)
{
    core::Json chosen = core::specToJson(defaults.spec);
    std::vector<core::DataDecision> decisions = defaults.decisions;
    auto given = wholeSettings(changedPaths(preset, before));
    given.insert({"training", "device"});
    for (const auto& [section, name] : given) {
        if (before.at(section).contains(name)) {
            if (before.at(section).at(name) == chosen[section][name])
                continue; // The data decide the same.
            chosen[section][name] = before.at(section).at(name);
        }
        std::erase_if(decisions, [path = section + "." + name](const core::DataDecision& decision) {
            return decision.path == path || decision.path.starts_with(path + ".");
        });
    }
    DecidedSettings decided{before, std::move(decisions), {}};
    for (const char* section : kDecidedSections)
        decided.json[section] = chosen[section];
    return decided;
}

std::vector<core::DataDecision> standingDecisions(const core::ExperimentSpec& spec,
                                                  const core::DataDefaults& defaults)
{
    std::vector<core::DataDecision> decisions = defaults.decisions;
    std::erase_if(decisions, [json = core::specToJson(spec)](const core::DataDecision& each) {
        return core::settingValue(json, each.path) != each.value;
    });
    return decisions;
}

DecidedSettings suitedToFewData(const core::ExperimentSpec& spec, const core::Json& before,
                                const core::Json& preset, const core::DataPreview& data)
{
    DecidedSettings decided{before, {}, {}};
    const core::SuitedSettings suited
        = core::suitedSettings(spec, core::dataSize(spec, data), changedPaths(preset, before));
    if (suited.changes.empty())
        return decided;
    decided.notes = suited.why;
    decided.notes.push_back({"Undo brings back the settings of the preset.", {}});
    const core::Json values = core::specToJson(suited.spec);
    for (const core::SuitedSetting& each : suited.changes) {
        std::string path = "/" + each.path;
        std::replace(path.begin(), path.end(), '.', '/');
        const core::Json::json_pointer place(path);
        decided.json[place] = values.at(place);
    }
    return decided;
}

} // namespace app
