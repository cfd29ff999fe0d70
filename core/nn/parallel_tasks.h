#pragma once

#include <cstdint>
#include <functional>

namespace core {

/// Runs task(0) ... task(count - 1), on as many threads as OpenMP gives the calling one
/// (setComputeThreads), each by whichever thread is free: what a task gives must not depend on
/// that. Denormals are treated as on the calling thread.
/// @pre tasks do not throw and do not call LibTorch or BLAS, which have threads of their own.
void runTasks(int64_t count, const std::function<void(int64_t)>& task);

} // namespace core
