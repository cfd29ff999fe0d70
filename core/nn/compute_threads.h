#pragma once

#include <string>

namespace core {

/// What has to be done before the first large tensor, whatever is computed:
///
/// - Large tensors share memory, and what there is no room for is refused: recycled_memory.h.
/// - OpenBLAS has the memory that it works in. It takes it at its first product, and where there is
///   none it tries for ever.
///
/// Only the first call that succeeds does anything. Any thread.
/// @throws Error{OutOfMemory} where there is too little memory for OpenBLAS.
void prepareTensors();

/// Prepares the calling thread for computing. To be called first thing on the thread that owns the
/// tensors, and there again when the number changes; other threads are not reached.
///
/// - All that prepareTensors() does.
/// - LibTorch's loops and the recurrent engine use `count` threads.
/// - OpenBLAS, whose own pool LibTorch's setting does not reach, uses one: large products are the
///   engine's own (dense_products.h), and two pools of threads on the same cores hinder each other.
/// - Denormal numbers become zero: what vanishes through 200 steps would otherwise make every
///   operation on it 10 to 100 times slower.
///
/// @pre count >= 1
/// @throws Error{BadSetting} where the system does not let so many threads start.
/// @throws Error{OutOfMemory} as prepareTensors().
void setComputeThreads(int count);

/// What setComputeThreads last set on this thread; otherwise LibTorch's own choice.
int computeThreads();

/// The library that computes LibTorch's matrix products.
struct BlasLibrary {
    std::string file; ///< Links followed; empty where the system does not say.
    bool isOptimised = false; ///< OpenBLAS, MKL, BLIS or ATLAS; otherwise plain loops.
};
BlasLibrary blasLibrary();

} // namespace core
