#pragma once

namespace core {

/// Prepares the calling thread for computing. To be called first thing on the thread that owns the
/// tensors, and there again when the number changes; other threads are not reached.
///
/// - LibTorch's loops and the recurrent engine use `count` threads.
/// - OpenBLAS, whose own pool LibTorch's setting does not reach, uses one: large products are the
///   engine's own (dense_products.h), and two pools of threads on the same cores hinder each other.
/// - Large tensors share memory: see recycled_memory.h.
/// - Denormal numbers become zero: what vanishes through 200 steps would otherwise make every
///   operation on it 10 to 100 times slower.
///
/// @pre count >= 1
void setComputeThreads(int count);

/// What setComputeThreads last set on this thread; otherwise LibTorch's own choice.
int computeThreads();

} // namespace core
