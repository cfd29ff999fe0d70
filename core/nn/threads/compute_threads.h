#pragma once

#include <string>

namespace core {

/// Prepares the calling thread for computing. To be called first thing on the thread that owns the
/// tensors, and there again when the number changes; other threads are not reached.
///
/// - The loops of the engine use `count` threads (parallel_tasks.h).
/// - Those of LibTorch use one, and so does OpenBLAS: both have pools of their own, whose threads
///   wait for work by spinning, each on the cores that the others need, and LibTorch's sums depend
///   on their number. All that takes long is in loops of the engine, but see useLibraryThreads().
/// - OpenBLAS has the memory that it works in. It takes it at its first product, and where there is
///   none it tries for ever.
/// - Large tensors share memory, and what there is no room for is refused: recycled_memory.h.
/// - Denormal numbers become zero: what vanishes through 200 steps would otherwise make every
///   operation on it 10 to 100 times slower.
///
/// @pre count >= 1
/// @throws Error{OutOfMemory} where there is too little memory for OpenBLAS.
void setComputeThreads(int count);

/// The same where it was not yet called on this thread, with as many threads as LibTorch would
/// take by itself.
void prepareToCompute();

/// Of the next loop: what setComputeThreads set, or fewer while other programs keep cores busy.
int computeThreads();

/// For networks whose work is done by LibTorch (convolutions): its loops use as many threads as
/// those of the engine, on this thread until setComputeThreads() is called.
/// @throws Error{BadSetting} where the system does not let so many threads start.
void useLibraryThreads();

/// The library that computes LibTorch's matrix products.
struct BlasLibrary {
    std::string file; ///< Links followed; empty where the system does not say.
    bool isOptimised = true; ///< OpenBLAS, MKL, BLIS, ATLAS, or not known; otherwise plain loops.
};
BlasLibrary blasLibrary();

} // namespace core
