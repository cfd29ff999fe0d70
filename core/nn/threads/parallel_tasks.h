#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace core {

/// Runs task(0) ... task(count - 1) on computeThreads() threads, each on the next free thread;
/// results must not depend on the thread. Denormals are treated as on the calling thread. If two
/// threads call at once, the second runs its tasks alone, as does a caller with tasks that have
/// been measured to be faster without helpers (team_size.h).
///
/// If a task throws, tasks that have not started are skipped and one exception is rethrown here;
/// the output of the tasks is then undefined.
void runTasks(int64_t count, const std::function<void(int64_t)>& task);

/// Also passes the index of the thread, 0 to computeThreads() - 1, to the task.
void runTasks(int64_t count, const std::function<void(int64_t, int64_t)>& task);

/// Runs the tasks (step, 0) ... (step, tasksOf(step) - 1) of steps 0 ... steps - 1. A step begins
/// when all tasks of the one before it are done. For steps of some 50 microseconds: threads are
/// woken once for all of them, and wait for each other without sleeping.
///
/// If a task throws, tasks that have not started are skipped as in runTasks().
void runTaskSteps(int64_t steps, const std::function<int64_t(int64_t step)>& tasksOf,
                  const std::function<void(int64_t step, int64_t index)>& task);

/// Rows for one task of a large product: its left factor then stays in the nearest caches.
constexpr int64_t kChunkRows = 96;

/// Calls work(firstRow, rows) for all rows, kChunkRows at a time.
template <typename Work> void chunkAll(int64_t rows, const Work& work)
{
    runTasks((rows + kChunkRows - 1) / kChunkRows, [&](int64_t task) {
        const int64_t first = task * kChunkRows;
        work(first, std::min(kChunkRows, rows - first));
    });
}

/// Sets the number of threads for calls of runTasks() from this thread: at most `most` including
/// this one, and fewer while that is faster because other programs use the machine (team_size.h).
/// By default only the calling thread is used.
void setTaskThreads(int most);

/// The number of threads for the next call; 0 if it was never set.
int taskThreads();

} // namespace core
