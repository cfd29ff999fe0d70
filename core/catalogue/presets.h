#pragma once

#include "core/experiment/spec.h"

#include <string>
#include <utility>
#include <vector>

namespace core {

/// One of several runs that a preset compares: they differ in these settings only.
struct PresetRun {
    std::string name; ///< "pre-norm": behind the name of the preset it names the run.
    std::vector<std::pair<std::string, std::string>> settings; ///< Paths and values.
};

/// A ready-made experiment under a short name: an entry of resources/presets/<task>.json.
struct Preset {
    std::string id; ///< "imdb-transformer"
    std::string title; ///< "IMDB reviews, Transformer encoder of lecture 001"
    bool needsData = false; ///< True: files must be given; false: a bundled sample.
    ExperimentSpec spec; ///< Complete.
    std::vector<PresetRun> compared = {}; ///< Empty: it is one run.
};

/// The presets of all tasks; the first is the bundled sample's, "reviews".
/// @throws Error{Internal} when one of them is not valid.
const std::vector<Preset>& presets();

/// The runs of an experiment, to be trained one after another: those that its preset compares, with
/// all other settings as they are in `spec`; or a typed cell and the known one to be compared with
/// it; else itself alone. It is that preset's while it has its name, task and kind of network.
std::vector<ExperimentSpec> comparedSpecs(const ExperimentSpec& spec);

/// @throws Error{BadSetting} listing the names there are.
const Preset& findPreset(const std::string& id);

} // namespace core
