#pragma once

#include "core/probe/by_hand/gradient_laboratory.h"

#include <QString>

namespace ui {

/// The matrices whose gradient is divided among the steps.
enum class LaboratoryMatrix { Recurrent, Input };

/// "dL/dU"
QString derivativeName(LaboratoryMatrix matrix);
/// A line for each cell: how much of the gradient comes back, its norm and what clipping does.
QString laboratorySummary(const core::GradientLaboratory& laboratory);
/// A line for each cell with its numbers at a step.
QString laboratoryStepText(const core::GradientLaboratory& laboratory, int step,
                           LaboratoryMatrix matrix);

} // namespace ui
