#include "core/catalogue/presets.h"

#include "core/base/error.h"
#include "core/base/resource.h"
#include "core/catalogue/spec_json.h"
#include "core/experiment/spec_schema.h"
#include "core/model/encoder/cells/typed_cell_option.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

/// One entry of resources/presets/<task>.json. Its spec holds what differs from the defaults.
Preset readPreset(const Json& entry, const std::string& task)
{
    Preset preset{entry.at("id"), entry.at("title"), entry.value("needs_data", false), {}, {}};
    for (const Json& run : entry.value("compared", Json::array())) {
        PresetRun& each = preset.compared.emplace_back();
        each.name = run.at("name");
        for (const auto& [path, value] : run.at("settings").items())
            each.settings.emplace_back(path, value.get<std::string>());
    }
    Json options = {{"kind", task}};
    Json spec = entry.at("spec");
    options.update(spec.value("task", Json::object()));
    spec.update({{"version", kSpecVersion}, {"name", preset.id}, {"task", options}});
    std::vector<Problem> problems;
    for (const auto& [name, value] : entry.items())
        if (!std::set<std::string>{"id", "title", "needs_data", "note", "spec", "compared"}
                 .contains(name))
            problems.push_back({name, {"%1 is not a member of a preset.", {name}}});
    preset.spec = specFromJson(spec, problems);
    if (!problems.empty())
        throw Error(ErrorCode::Internal,
                    {"The preset \"%1\" is not right: %2", {preset.id, inSentences(problems)}});
    return preset;
}

std::vector<Preset> readPresets()
{
    std::vector<Preset> all;
    for (const TaskDescription& task : taskDescriptions())
        for (const Json& entry : jsonResource("presets/" + task.kind.id + ".json"))
            all.push_back(readPreset(entry, task.kind.id));
    return all;
}

/// A typed cell, then the one that it is compared with. Both are typed: their weights are drawn
/// alike where their equations agree.
std::vector<ExperimentSpec> comparedCells(ExperimentSpec spec)
{
    Json& options = spec.model.network.options;
    const std::string equations = comparedEquations(spec.model.network);
    if (equations.empty())
        return {spec};
    const std::string other = options.at("compared_with");
    options["compared_with"] = "none";
    std::vector<ExperimentSpec> runs(2, spec);
    runs[0].name += "-typed";
    runs[1].name += "-" + other;
    runs[1].model.network.options["cell_text"] = equations;
    return runs;
}

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = readPresets();
    return all;
}

std::vector<ExperimentSpec> comparedSpecs(const ExperimentSpec& spec)
{
    const auto isOf = [&](const Preset& preset) {
        return preset.id == spec.name && preset.spec.task.kind == spec.task.kind
            && preset.spec.model.network.kind == spec.model.network.kind;
    };
    const auto preset = std::find_if(presets().begin(), presets().end(), isOf);
    if (preset == presets().end() || preset->compared.empty())
        return comparedCells(spec);
    std::vector<ExperimentSpec> runs;
    for (const PresetRun& each : preset->compared) {
        ExperimentSpec& run = runs.emplace_back(spec);
        for (const auto& [path, value] : each.settings)
            run = withValue(run, path, value);
        run.name += "-" + each.name;
    }
    return runs;
}

const Preset& findPreset(const std::string& id)
{
    std::string known;
    for (const Preset& preset : presets()) {
        if (preset.id == id)
            return preset;
        known += (known.empty() ? "" : ", ") + preset.id;
    }
    throw Error(ErrorCode::BadSetting, {"There is no preset or file named \"%1\".", {shown(id)}},
                {"Choose one of these presets: %1; or name a .unroll file.", {known}});
}

} // namespace core
