#pragma once

#include "core/task/regression/number_loss.h"
#include "core/task/text_python.h"

namespace core {

/// What the exported module of a regressor says by itself.
TextPython regressorPython(const NumberScale& scale);

} // namespace core
