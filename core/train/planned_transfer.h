#pragma once

#include "core/experiment/spec.h"
#include "core/model/model_summary.h"

namespace core {

/// `spec` with the settings of texts of the run or exported module that it starts from: vocabulary
/// and preprocessing are taken over from there. @throws Error{FileMissing, FileMalformed}.
ExperimentSpec withCarriedText(ExperimentSpec spec);

/// As summariseModel(); of a network that starts elsewhere with the vocabulary from there, and with
/// notes on what would be taken over and what not. On the compute thread.
/// @throws Error{FileMissing, FileMalformed, BadSetting}.
ModelSummary plannedModel(const ExperimentSpec& spec, const NetworkSizes& sizes);

} // namespace core
