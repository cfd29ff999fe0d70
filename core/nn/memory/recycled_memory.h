#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>

namespace core {

/// From now on every large tensor on the CPU, LibTorch's own included, gets the memory of tensors
/// that are gone. The C library gives blocks of this size back to the system at once, and to get
/// them again, page by page, took a quarter of a training step. What is not used stays with the
/// process until releaseRecycledMemory(), a gigabyte at most.
///
/// A block that the machine or the process's control group has no room for is refused with
/// Error{OutOfMemory} when it is asked for.
///
/// Only the first call does anything. Any thread; setComputeThreads calls it.
void useRecycledMemory();

/// Large tensors and unused blocks together may take so many bytes; nothing: what is free, as from
/// the start. For tests. Any thread.
void limitTensorMemory(std::optional<int64_t> bytes);

/// Gives what no tensor uses back to the system: after a training. Any thread.
void releaseRecycledMemory();

/// Bytes held for later tensors. Any thread.
int64_t recycledBytes();

/// While it lives, the large tensors that this thread makes on the CPU may take so many bytes in
/// all, given back or not. What goes beyond throws `excess`.
class TensorAllowance {
public:
    TensorAllowance(int64_t bytes, const Error& excess);
    TensorAllowance(const TensorAllowance&) = delete;
    TensorAllowance& operator=(const TensorAllowance&) = delete;
    ~TensorAllowance();

    void spend(size_t bytes);

private:
    size_t m_left;
    Error m_excess;
    TensorAllowance* m_outer;
};

} // namespace core
