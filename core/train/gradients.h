#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

#include <vector>

namespace core {

/// Parameters to train, each once, as parametersInOrder() has them.
std::vector<torch::Tensor> trainableParameters(const torch::nn::Module& network);

void clearGradients(const std::vector<torch::Tensor>& parameters);

/// L2 norm of all gradients together, [] float64 on their device. Deterministic for a number of
/// threads.
torch::Tensor gradientNorm(const std::vector<torch::Tensor>& parameters);

void scaleGradients(const std::vector<torch::Tensor>& parameters, double factor);

/// Each component into [-limit, limit]. @return whether any was outside.
bool clampGradients(const std::vector<torch::Tensor>& parameters, double limit);

} // namespace core
