#pragma once

#include "core/experiment/spec.h"

namespace core {

/// A ready-made experiment under a short name.
struct Preset {
    std::string id; ///< "imdb-transformer"
    std::string title; ///< "IMDB reviews, Transformer encoder of lecture 001"
    bool needsData = false; ///< True: files must be given; false: a bundled sample.
    ExperimentSpec spec;
};

/// All presets; the first is the bundled sample's, "reviews".
const std::vector<Preset>& presets();

/// @throws Error{BadSetting} listing the names there are.
const Preset& findPreset(const std::string& id);

} // namespace core
