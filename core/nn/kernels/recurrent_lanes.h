#pragma once

#include "core/nn/batch/packed_layout.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"

#include <cstdint>

namespace core {

/// Rows that one task of a large product takes: its left factor then stays in the nearest caches.
constexpr int64_t kChunkRows = 96;

/// The rows that belong to one direction in an array of all of them; of no array: null rows.
template <typename Float> struct Lanes {
    Float* base = nullptr;
    int64_t stride = 0;

    auto from(int64_t row) const
    {
        using Result = std::conditional_t<std::is_const_v<Float>, ConstRows, Rows>;
        return base == nullptr ? Result{} : Result{base + row * stride, stride};
    }
};

/// Of an array over tokens, in which the directions stand side by side in each row.
template <typename Float>
Lanes<Float> tokenLanes(Float* array, int64_t width, int64_t direction, int64_t directions)
{
    return {array == nullptr ? nullptr : array + direction * width, directions * width};
}

/// Of an array of states [directions, batch, width].
template <typename Float>
Lanes<Float> stateLanes(Float* array, int64_t width, int64_t direction, int64_t batch)
{
    return {array == nullptr ? nullptr : array + direction * batch * width, width};
}

inline Direction directionOf(int64_t index)
{
    return index == 0 ? Direction::Forward : Direction::Reverse;
}

/// Calls walk(direction, range) so that all threads have work. Sequences do not depend on each
/// other, nor do directions: the walks never wait for one another.
template <typename Walk>
void walkAll(const PackedLayout& layout, int64_t directions, const Walk& walk)
{
    const auto ranges = divide(layout, (computeThreads() + directions - 1) / directions);
    const auto count = static_cast<int64_t>(ranges.size());
    runTasks(directions * count,
             [&](int64_t task) { walk(task / count, ranges[static_cast<size_t>(task % count)]); });
}

/// Calls work(firstRow, rows) for all rows, kChunkRows at a time.
template <typename Work> void chunkAll(int64_t rows, const Work& work)
{
    runTasks((rows + kChunkRows - 1) / kChunkRows, [&](int64_t task) {
        const int64_t first = task * kChunkRows;
        work(first, std::min(kChunkRows, rows - first));
    });
}

} // namespace core
