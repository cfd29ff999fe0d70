#pragma once

#include "core/distributed/shared_store.h"

#if UNROLL_PROCESSES

#include <torch/types.h>

#include <functional>
#include <memory>
#include <string>

namespace core {

/// Sums and broadcasts of c10d: over Gloo for tensors on the CPU, over NCCL for those on a GPU
/// where LibTorch has it. All processes make the same calls in the same order. The errors are
/// those of c10d, std::exception, after kProcessTimeout at the latest.
class Collectives {
public:
    /// Waits for the others. @param address  of the interface to listen at.
    Collectives(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                const std::string& address);
    Collectives(const Collectives&) = delete;
    Collectives& operator=(const Collectives&) = delete;
    ~Collectives();

    /// Begins to sum `values`, contiguous, in place. @return a function that waits for the sum.
    std::function<void()> startSum(torch::Tensor values);
    /// The first process's `values`, to all. On the CPU.
    void broadcast(torch::Tensor values);

private:
    struct Backends;
    std::unique_ptr<Backends> m_backends;
};

/// Where gradients of a parameter on `device` are summed: there, or on the CPU.
torch::Device deviceOfSums(torch::Device device);

} // namespace core

#endif
