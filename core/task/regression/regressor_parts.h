#pragma once

#include "core/task/network_parts.h"
#include "core/task/regression/number_loss.h"
#include "core/task/text_python.h"

namespace core {

/// A network that predicts a number for each text.
struct RegressorParts : TextParts {
    NumberLoss loss;
};

/// The task's part of the exported Python.
TextPython regressorPython(const NumberScale& scale);

} // namespace core
