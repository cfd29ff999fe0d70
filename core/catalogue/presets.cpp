#include "core/catalogue/presets.h"

#include "core/base/error.h"
#include "core/catalogue/spec_json.h"
#include "core/task/task_kinds.h"

namespace core {

namespace {

std::vector<Preset> madePresets()
{
    std::vector<Preset> all;
    for (const TaskDescription& task : taskDescriptions())
        for (Preset& preset : task.presets()) {
            preset.spec = completedSpec(preset.spec);
            all.push_back(std::move(preset));
        }
    return all;
}

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = madePresets();
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
