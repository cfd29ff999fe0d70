#pragma once

#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// A ready-made experiment under a short name: an entry of resources/presets/<task>.json.
struct Preset {
    std::string id; ///< "imdb-transformer"
    std::string title; ///< "IMDB reviews, Transformer encoder of lecture 001"
    bool needsData = false; ///< True: files must be given; false: a bundled sample.
    ExperimentSpec spec; ///< Complete.
};

/// The presets of all tasks; the first is the bundled sample's, "reviews".
/// @throws Error{Internal} when one of them is not valid.
const std::vector<Preset>& presets();

/// @throws Error{BadSetting} listing the names there are.
const Preset& findPreset(const std::string& id);

} // namespace core
