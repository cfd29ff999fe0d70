#pragma once

#include "core/optimise/optimiser.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <vector>

namespace core {

/// Adam with its defaults, on gradients clipped to norm 1: the updates of every benchmark.
class BenchmarkUpdates {
public:
    explicit BenchmarkUpdates(const torch::nn::Module& network);

    /// @param loss  makes the mean loss [] of the batch.
    void update(const std::function<torch::Tensor()>& loss);

private:
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimiser> m_optimiser;
};

/// As the tasks have it.
/// @param logits [rows, classes]  @param labels [rows] int64  @return [].
torch::Tensor meanCrossEntropy(const torch::Tensor& logits, const torch::Tensor& labels);

} // namespace core
