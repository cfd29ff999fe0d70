#pragma once

#include <torch/types.h>

#include <cstdint>

namespace core {

/// As torch::empty for float32 on the CPU, for large arrays that every training step makes anew:
/// the memory comes from tensors that are gone. The C library gives blocks of this size back to the
/// system at once, and to get them again costs more than many a loop over them.
///
/// Any thread. @throws std::bad_alloc
torch::Tensor recycledTensor(at::IntArrayRef sizes);

/// Gives what no tensor uses back to the system: after a training. Any thread.
void releaseRecycledMemory();

/// Bytes held for later tensors. Any thread.
int64_t recycledBytes();

} // namespace core
