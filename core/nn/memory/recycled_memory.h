#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>

namespace core {

/// Makes every large tensor on the CPU, including LibTorch's own, reuse the memory of destroyed
/// tensors. The C library returns blocks of this size to the system immediately, and allocating
/// them again, page by page, took a quarter of a training step. Unused memory, at most a gigabyte,
/// stays with the process until releaseRecycledMemory().
///
/// An allocation that exceeds the memory of the machine or of the process's control group throws
/// Error{OutOfMemory}.
///
/// Only the first call has an effect. Any thread; setComputeThreads calls it.
void useRecycledMemory();

/// Limits the memory of large tensors and unused blocks; none: the free memory, which is the
/// default. For tests. Any thread.
void limitTensorMemory(std::optional<int64_t> bytes);

/// Returns unused memory to the system, for example after a training. Any thread.
void releaseRecycledMemory();

/// Number of bytes kept for later tensors. Any thread.
int64_t recycledBytes();

/// Limits the total size of the large tensors that this thread creates on the CPU, destroyed or
/// not, during its lifetime. Exceeding it throws `excess`.
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
