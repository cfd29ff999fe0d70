#pragma once

#include <torch/types.h>

namespace core {

/// `data` of the CPU on `device`; itself where that is the CPU. To CUDA it goes through pinned
/// memory without waiting: the copy runs beside the computing, which is queued behind it, and
/// LibTorch keeps the memory until it is done.
inline torch::Tensor sentTo(torch::Device device, const torch::Tensor& data)
{
    return device.is_cuda() ? data.pin_memory().to(device, /*non_blocking=*/true) : data.to(device);
}

} // namespace core
