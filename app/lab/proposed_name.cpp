#include "app/lab/proposed_name.h"

#include "core/catalogue/presets.h"
#include "core/data/source/source_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace app {

namespace {

namespace fs = std::filesystem;

/// Names of files that tell their use, not their contents.
constexpr std::array<std::string_view, 15> kCommon{
    "train", "training", "test", "testing", "valid",  "validation", "dev",   "data",
    "set",   "dataset",  "all",  "texts",   "source", "target",     "corpus"};

/// Without its endings; of two sides of a translation without the language.
std::string stemOf(const fs::path& path)
{
    const std::string name = core::nameWithoutPacking(path);
    return name.substr(0, name.find('.', 1));
}

bool isCommon(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return std::find(kCommon.begin(), kCommon.end(), name) != kCommon.end();
}

} // namespace

std::string proposedName(const core::DataSpec& data)
{
    if (data.sample.kind != "none")
        return data.sample.kind;
    if (data.train.empty())
        return {};
    const fs::path path = fs::path(data.train.front()).lexically_normal();
    std::string name = stemOf(path);
    // At most two levels up; folders above are unrelated to the data.
    fs::path folder = path.parent_path();
    for (int up = 0; up < 2 && isCommon(name) && folder.has_filename(); ++up) {
        if (const std::string outer = stemOf(folder); !outer.empty())
            name = outer;
        folder = folder.parent_path();
    }
    return name;
}

bool hasOwnName(const core::ExperimentSpec& spec)
{
    const auto& presets = core::presets();
    return spec.name != proposedName(spec.data) && spec.name != core::ExperimentSpec().name
        && std::none_of(presets.begin(), presets.end(),
                        [&](const core::Preset& each) { return each.spec.name == spec.name; });
}

} // namespace app
