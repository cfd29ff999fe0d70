#include "core/catalogue/presets.h"

#include "core/base/error.h"
#include "core/base/resource.h"
#include "core/catalogue/spec_json.h"
#include "core/experiment/spec_schema.h"
#include "core/task/task_kinds.h"

#include <set>

namespace core {

namespace {

/// One entry of resources/presets/<task>.json. Its spec holds what differs from the defaults.
Preset readPreset(const Json& entry, const std::string& task)
{
    Preset preset{entry.at("id"), entry.at("title"), entry.value("needs_data", false), {}};
    Json options = {{"kind", task}};
    Json spec = entry.at("spec");
    options.update(spec.value("task", Json::object()));
    spec.update({{"version", kSpecVersion}, {"name", preset.id}, {"task", options}});
    std::vector<Problem> problems;
    for (const auto& [name, value] : entry.items())
        if (!std::set<std::string>{"id", "title", "needs_data", "note", "spec"}.contains(name))
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

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = readPresets();
    return all;
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
