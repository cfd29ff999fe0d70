#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"

namespace core {

/// One schema for each section of a spec: labels, ranges, units and help of every field.
const Schema<DataSpec>& dataSchema();
const Schema<TextSpec>& textSchema();
const Schema<ModelSpec>& modelSchema();
const Schema<TrainingSpec>& trainingSchema();
const Schema<ExperimentSpec>& experimentSchema();

} // namespace core
