#include "core/catalogue/presets.h"

#include "core/base/error.h"
#include "core/catalogue/preset_list.h"
#include "core/catalogue/spec_json.h"

namespace core {

namespace {

std::vector<Preset> madePresets()
{
    std::vector<Preset> all = classificationPresets();
    for (Preset& preset : translationPresets())
        all.push_back(std::move(preset));
    for (Preset& preset : all)
        preset.spec = completedSpec(preset.spec);
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
