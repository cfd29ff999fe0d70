#pragma once

#include "core/task/network_parts.h"
#include "core/task/regression/number_loss.h"

namespace core {

/// A network that predicts a number for each text.
struct RegressorParts : TextParts {
    NumberLoss loss;
};

} // namespace core
