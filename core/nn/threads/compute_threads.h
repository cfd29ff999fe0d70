#pragma once

#include <string>

namespace core {

/// Prepares the calling thread for computing. Call it first on the thread that owns the tensors,
/// and again on that thread when the number changes; it does not affect other threads.
///
/// - The loops of the engine use `count` threads (parallel_tasks.h).
/// - LibTorch's loops and OpenBLAS use one. Both have thread pools that spin while they wait for
///   work and so occupy cores that others need, and LibTorch's sums depend on the number of
///   threads. All long computations are loops of the engine, except for useLibraryThreads().
/// - OpenBLAS allocates its working memory now. It would do so at its first product and retry
///   forever if there is none.
/// - Large tensors reuse memory, and allocations that do not fit are refused: recycled_memory.h.
/// - Denormal numbers become zero: values that vanish over 200 steps would otherwise make every
///   operation on them 10 to 100 times slower.
///
/// @pre count >= 1
/// @throws Error{OutOfMemory} if there is not enough memory for OpenBLAS.
void setComputeThreads(int count);

/// Calls setComputeThreads() with LibTorch's default number of threads, unless it was already
/// called on this thread.
void prepareToCompute();

/// Number of threads of the next loop: the number set by setComputeThreads, or fewer while other
/// programs keep cores busy.
int computeThreads();

/// Lets LibTorch's loops use as many threads as the engine, for networks that LibTorch computes
/// (convolutions). This applies to this thread until setComputeThreads() is called.
/// @throws Error{BadSetting} if the system cannot start that many threads.
void useLibraryThreads();

/// The library that computes LibTorch's matrix products.
struct BlasLibrary {
    std::string file; ///< Path with links resolved; empty: not known.
    bool isOptimised = true; ///< OpenBLAS, MKL, BLIS, ATLAS or unknown; false: plain loops.
};
BlasLibrary blasLibrary();

} // namespace core
