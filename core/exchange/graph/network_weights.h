#pragma once

#include <torch/nn/module.h>

#include <string>
#include <unordered_map>

namespace core {

/// The names that a network's parameters and buffers have in its state_dict, by the tensor: layers
/// describe their graphs by their own tensors, whatever network they are a part of.
class NetworkWeights {
public:
    explicit NetworkWeights(const torch::nn::Module& network);
    /// @throws Error{Internal} for a tensor of another network.
    const std::string& name(const torch::Tensor& weight) const;

private:
    std::unordered_map<const c10::TensorImpl*, std::string> m_names;
};

/// On the CPU, contiguous, with memory of its own, without gradient: as it is written.
torch::Tensor writtenTensor(const torch::Tensor& tensor);

} // namespace core
