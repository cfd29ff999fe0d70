#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace core {

/// The numbers [count] int64 on the CPU; nothing is copied.
inline torch::Tensor tensorOf(std::vector<int64_t> numbers)
{
    const auto owner = std::make_shared<std::vector<int64_t>>(std::move(numbers));
    return torch::from_blob(
        owner->data(), {static_cast<int64_t>(owner->size())}, [owner](void*) {}, torch::kInt64);
}

/// `data` of the CPU on `device`; itself where that is the CPU. To CUDA it goes through pinned
/// memory without waiting: the copy runs beside the computing, which is queued behind it, and
/// LibTorch keeps the memory until it is done.
inline torch::Tensor sentTo(torch::Device device, const torch::Tensor& data)
{
    return device.is_cuda() ? data.pin_memory().to(device, /*non_blocking=*/true) : data.to(device);
}

} // namespace core
