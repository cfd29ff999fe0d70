#pragma once

#include "core/nn/layers/crf.h"

namespace core {

/// crfLoss() by LibTorch's operations, a step at a time over all texts: any device and floating
/// type, differentiable any number of times. What the quick way is tested against, and what
/// computes where that does not reach.
torch::Tensor referenceCrfLoss(const torch::Tensor& emissions, const torch::Tensor& labels,
                               const std::vector<int64_t>& offsets, const CrfScores& scores);

} // namespace core
