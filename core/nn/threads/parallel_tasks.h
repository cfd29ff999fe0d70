#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace core {

/// Runs task(0) ... task(count - 1), on computeThreads() threads of our own, each by
/// whichever thread is free: what a task gives must not depend on that. Denormals are treated as on
/// the calling thread. Of two callers at once the second works alone, and so does one whose tasks
/// have proved quicker without the others (team_size.h).
///
/// When a task throws, those not yet begun are left out and one exception is thrown here; what the
/// tasks were to fill is then of no use.
void runTasks(int64_t count, const std::function<void(int64_t)>& task);

/// The same; the task is also told which thread it is on, 0 to computeThreads() - 1.
void runTasks(int64_t count, const std::function<void(int64_t, int64_t)>& task);

/// Rows that one task of a large product takes: its left factor then stays in the nearest caches.
constexpr int64_t kChunkRows = 96;

/// Calls work(firstRow, rows) for all rows, kChunkRows at a time.
template <typename Work> void chunkAll(int64_t rows, const Work& work)
{
    runTasks((rows + kChunkRows - 1) / kChunkRows, [&](int64_t task) {
        const int64_t first = task * kChunkRows;
        work(first, std::min(kChunkRows, rows - first));
    });
}

/// The threads on which runTasks() works when this one calls it: at most `most`, the calling one
/// among them, and fewer while that is quicker because other programs use the machine
/// (team_size.h). Without this, the calling one.
void setTaskThreads(int most);

/// How many there are for the next call; 0 where they were never set.
int taskThreads();

} // namespace core
