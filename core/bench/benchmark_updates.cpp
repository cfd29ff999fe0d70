#include "core/bench/benchmark_updates.h"

#include "core/catalogue/spec_json.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/train/gradients.h"

namespace core {

BenchmarkUpdates::BenchmarkUpdates(const torch::nn::Module& network)
    : m_parameters(trainableParameters(network))
    , m_optimiser(optimiserRegistry().make(completedSpec({}).training.optimiser, m_parameters))
{
}

void BenchmarkUpdates::update(const std::function<torch::Tensor()>& loss)
{
    constexpr double kLongestGradient = 1.0;
    constexpr double kLearningRate = 1e-3;
    clearGradients(m_parameters);
    loss().backward();
    const double norm = gradientNorm(m_parameters).item<double>();
    m_optimiser->step(kLearningRate, norm > kLongestGradient ? kLongestGradient / norm : 1.0);
}

torch::Tensor meanCrossEntropy(const torch::Tensor& logits, const torch::Tensor& labels)
{
    return labelFit(logits, labels, 0.0, Logits::GivenUp).crossEntropy
        / static_cast<double>(labels.numel());
}

} // namespace core
