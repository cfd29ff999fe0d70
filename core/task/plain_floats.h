#pragma once

#include <torch/types.h>

#include <vector>

namespace core {

/// The values of a tensor, row-major, copied to the CPU as float32.
inline std::vector<float> plainFloats(const torch::Tensor& tensor)
{
    const torch::Tensor plain = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
    const auto* first = plain.data_ptr<float>();
    return {first, first + plain.numel()};
}

} // namespace core
