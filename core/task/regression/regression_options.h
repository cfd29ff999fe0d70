#pragma once

#include "core/base/schema.h"

#include <string>

namespace core {

/// What is the task's own in a spec. z is the residual: output minus target, both standardised
/// where that is asked for.
struct RegressionOptions {
    std::string loss = "mean_squared"; ///< z², "mean_absolute": |z|, "huber".
    /// Of "huber" (Huber, 1964; torch.nn.HuberLoss): z²/2 up to here, then delta (|z| - delta/2).
    double delta = 1.0;
    /// The network learns (number - mean) / standard deviation of the training numbers; what it
    /// says is scaled back.
    bool standardise = true;
};

const Schema<RegressionOptions>& regressionSchema();

} // namespace core
