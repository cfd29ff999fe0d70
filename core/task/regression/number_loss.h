#pragma once

#include "core/base/schema.h"
#include "core/model/head/hidden_layers.h"
#include "core/task/number_scale.h"

#include <ATen/core/Reduction.h>
#include <torch/types.h>

#include <string>
#include <vector>

namespace core {

/// The options of this task in a spec. z is the residual: output minus target, both standardised
/// if `standardise` is set.
struct RegressionOptions {
    std::string loss = "mean_squared"; ///< z², "mean_absolute": |z|, "huber".
    /// For "huber" (Huber, 1964; torch.nn.HuberLoss): z²/2 up to here, then delta (|z| - delta/2).
    double delta = 1.0;
    /// The network learns (number - mean) / standard deviation of the training numbers; predictions
    /// are scaled back.
    bool standardise = true;
    TextHeadOptions head{};
};

const Schema<RegressionOptions>& regressionSchema();

/// The loss of outputs, and the numbers that they predict.
class NumberLoss {
public:
    NumberLoss(const RegressionOptions& options, NumberScale scale)
        : m_options(options), m_scale(scale)
    {
    }

    /// @param outputs  [texts, 1] @param numbers  [texts] float64, as the data have them
    /// @return [] float32, the sum over the texts, differentiable.
    torch::Tensor sum(const torch::Tensor& outputs, const torch::Tensor& numbers) const
    {
        return of(outputs, numbers, torch::Reduction::Sum);
    }
    /// The same of each text [texts].
    torch::Tensor each(const torch::Tensor& outputs, const torch::Tensor& numbers) const
    {
        return of(outputs, numbers, torch::Reduction::None);
    }
    /// In the unit of the data: [texts, 1] -> [texts] float64.
    torch::Tensor numbersOf(const torch::Tensor& outputs) const;
    /// The same, copied out.
    std::vector<double> plainNumbersOf(const torch::Tensor& outputs) const;

private:
    torch::Tensor of(const torch::Tensor& outputs, const torch::Tensor& numbers,
                     torch::Reduction::Reduction reduction) const;

    RegressionOptions m_options;
    NumberScale m_scale;
};

} // namespace core
