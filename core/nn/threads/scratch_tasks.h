#pragma once

#include "core/nn/memory/float_memory.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <cstdint>

namespace core {

/// Number of floats in a cache line.
inline constexpr int64_t kLineFloats = 16;

/// Rounds up to whole cache lines.
inline int64_t wholeLines(int64_t floats)
{
    return (floats + kLineFloats - 1) / kLineFloats * kLineFloats;
}

/// Calls task(index, scratch) for 0 ... count - 1 like runTasks(). Every thread has `floats` floats
/// of working memory, aligned to a cache line. They are allocated before the first task begins,
/// where running out of memory does no harm.
template <class Task> void runTasksWithScratch(int64_t count, int64_t floats, const Task& task)
{
    const int64_t each = wholeLines(floats);
    FloatMemory memory(each * std::min<int64_t>(count, computeThreads()) + kLineFloats);
    const auto past = reinterpret_cast<uintptr_t>(memory.data()) % (kLineFloats * sizeof(float));
    float* first = memory.data() + (kLineFloats - past / sizeof(float)) % kLineFloats;
    runTasks(count, [&, first, each](int64_t index, int64_t thread) {
        task(index, first + thread * each);
    });
}

} // namespace core
