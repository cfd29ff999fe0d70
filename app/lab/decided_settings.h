#pragma once

#include "core/base/json.h"
#include "core/catalogue/data_defaults.h"
#include "core/data/preview.h"
#include "core/experiment/spec.h"

#include <vector>

namespace app {

/// A set-up after data decided some of its settings.
struct DecidedSettings {
    core::Json json; ///< Equal to the set-up before if nothing changed.
    std::vector<core::DataDecision> decisions;
    std::vector<core::Message> notes; ///< Sentences about the changes that are no decisions.
};

/// The choice of core::dataDefaults() for `data`, with the word vectors of `spec` if they fit.
core::DataDefaults defaultsWithVectors(const core::ExperimentSpec& spec,
                                       const core::DataPreview& data);

/// The settings of `defaults`, with those that the user changed since `preset` was set. Data, name
/// and device stay.
/// @param before  the set-up in the forms.
DecidedSettings decidedSettings(const core::Json& before, const core::Json& preset,
                                const core::DataDefaults& defaults);

/// Those of `defaults` that hold in a set-up of an earlier session.
std::vector<core::DataDecision> standingDecisions(const core::ExperimentSpec& spec,
                                                  const core::DataDefaults& defaults);

/// A preset, adapted to few data by core::suitedSettings(), except for settings changed since.
/// @param spec  the set-up in the forms, `before`.
DecidedSettings suitedToFewData(const core::ExperimentSpec& spec, const core::Json& before,
                                const core::Json& preset, const core::DataPreview& data);

} // namespace app
