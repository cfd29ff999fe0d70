#include "core/experiment/presets.h"

#include "core/base/error.h"

namespace core {

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = {{"reviews", "Short reviews with negation", false, {}}};
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
    throw Error(ErrorCode::BadSetting, {"There is no preset named \"%1\".", {shown(id)}},
                {"Choose one of: %1.", {known}});
}

} // namespace core
