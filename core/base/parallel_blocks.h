#pragma once

#include <cstddef>
#include <functional>

namespace core {

/// Some items of a long job, and which of its threads works on them.
struct ItemBlock {
    size_t first = 0, count = 0;
    size_t thread = 0; ///< From 0 to below the number of threads; 0 is the calling one.
};

/// Threads that pay for so many blocks: as many as the machine runs at once, at most 8, beyond
/// which memory is what the work waits for.
size_t threadsFor(size_t blocks);

/// Plain work on many items, such as texts, by several threads for as long as it takes; tensors
/// stay on the compute thread. The items 0 ... items - 1 go in blocks of `size`, each to whichever
/// thread is free, so what comes out must not depend on that.
///
/// @param threads  at least 1. With one, or one block, all is done on the calling thread.
/// @param work  called by several threads at once. An exception ends the other threads after
///              their block and is thrown here; of several, one.
/// @param begun  called on the calling thread now and then, with the items that were begun.
void inBlocks(size_t items, size_t size, size_t threads,
              const std::function<void(const ItemBlock&)>& work,
              const std::function<void(size_t)>& begun);

} // namespace core
