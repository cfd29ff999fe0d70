#pragma once

#include <cstdint>

namespace core {

/// From now on every large tensor on the CPU, LibTorch's own included, gets the memory of tensors
/// that are gone. The C library gives blocks of this size back to the system at once, and to get
/// them again, page by page, took a quarter of a training step. What is not used stays with the
/// process until releaseRecycledMemory(), a gigabyte at most.
///
/// Only the first call does anything. Any thread; setComputeThreads calls it.
void useRecycledMemory();

/// Gives what no tensor uses back to the system: after a training. Any thread.
void releaseRecycledMemory();

/// Bytes held for later tensors. Any thread.
int64_t recycledBytes();

} // namespace core
