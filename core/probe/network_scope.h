#pragma once

#include <ATen/core/Generator.h>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <utility>
#include <vector>

namespace core {

/// Restores the states of the random generators of the CPU and of `device` when it is destroyed.
class RandomStateScope {
public:
    explicit RandomStateScope(torch::Device device);
    RandomStateScope(const RandomStateScope&) = delete;
    RandomStateScope& operator=(const RandomStateScope&) = delete;
    ~RandomStateScope();

private:
    void save(torch::Device device);

    std::vector<std::pair<at::Generator, torch::Tensor>> m_states;
};

/// Puts a network into evaluation mode without gradients while it lives. Afterwards the modes of
/// its modules and the random generators are as before, so that inspecting a network does not
/// change its training.
class InspectionScope {
public:
    InspectionScope(torch::nn::Module& network, torch::Device device);
    InspectionScope(const InspectionScope&) = delete;
    InspectionScope& operator=(const InspectionScope&) = delete;
    ~InspectionScope();

private:
    torch::NoGradGuard m_noGrad;
    RandomStateScope m_random;
    std::vector<std::pair<torch::nn::Module*, bool>> m_modes; ///< Parents before their children.
};

} // namespace core
