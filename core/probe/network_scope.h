#pragma once

#include <ATen/core/Generator.h>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <utility>
#include <vector>

namespace core {

/// While it lives, what draws random numbers does not count: the states of the CPU's generator and
/// of `device`'s are put back at the end.
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

/// While it lives, the network is in evaluation mode and nothing is recorded for backward.
/// Afterwards each of its modules is in the mode in which it was, and no random number was drawn:
/// a training that is looked into goes on as if it had not been.
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
