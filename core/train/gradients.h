#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

#include <string>
#include <vector>

namespace core {

/// Parameters to train, each once, as parametersInOrder() has them.
std::vector<torch::Tensor> trainableParameters(const torch::nn::Module& network);

void clearGradients(const std::vector<torch::Tensor>& parameters);

/// Which of a network's parameters make up a layer.
struct ParameterLayers {
    /// Rows of a parameter that have a name of their own, beside their layer's.
    struct Part {
        size_t name = 0; ///< Index into `names`.
        size_t parameter = 0;
        int64_t row = 0, rows = 0;
    };

    /// "encoder.embedding", "encoder.rnn.l0", "encoder.transformer.layers.1": modules, and within a
    /// list of them or of stacked recurrent layers each by itself. Behind a layer its parts,
    /// "encoder.transformer.layers.1.self_attn.Q", K and V: the blocks of a fused projection.
    std::vector<std::string> names;
    std::vector<size_t> ofParameter; ///< Index into `names` of each parameter.
    std::vector<Part> parts{};
};
/// @param parameters  of `network`, in an order that the result keeps.
ParameterLayers layersOf(const torch::nn::Module& network,
                         const std::vector<torch::Tensor>& parameters);

/// L2 norm of all gradients together; the same for any number of threads.
double gradientNorm(const std::vector<torch::Tensor>& parameters);
/// The same, followed by that of each layer and part, in the order of their names.
std::vector<double> gradientNorms(const std::vector<torch::Tensor>& parameters,
                                  const ParameterLayers& layers);

void scaleGradients(const std::vector<torch::Tensor>& parameters, double factor);

/// Each component into [-limit, limit]. @return whether any was outside.
bool clampGradients(const std::vector<torch::Tensor>& parameters, double limit);

} // namespace core
