#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"
#include "core/nn/threads/compute_threads.h"

#include <torch/types.h>

#include <string>
#include <vector>

namespace core {

/// On what and how a training computes.
struct Computing {
    torch::Device device{torch::kCPU};
    int threads = 1;
    torch::ScalarType precision = torch::kFloat32; ///< The precision of autocast.
};

/// The device "cpu" or "cuda:N". @throws Error{DeviceMissing} listing the devices there are.
torch::Device deviceNamed(const std::string& id);

/// Measures a 256 x 256 product: GFLOP/s of this thread. Slow BLAS is under 20.
double measureProductGflops();

/// Says that products of matrices reach only `gflops` (10^9 operations a second), which library
/// computes them, and what to do.
Message slowProductsNote(double gflops, const BlasLibrary& library);

/// Prepares the calling thread by `spec`: threads, flushing of denormal numbers,
/// deterministic algorithms, the seed. Notes report what could not be done and what is slow.
/// @throws Error{DeviceMissing} listing the devices there are.
Computing prepareComputing(const TrainingSpec& spec, std::vector<Message>& notes);

/// Gives memory that LibTorch and the engine keep for later tensors back to system and device.
void releaseCachedMemory();

} // namespace core
