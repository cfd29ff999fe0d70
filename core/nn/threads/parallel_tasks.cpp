#include "core/nn/threads/parallel_tasks.h"

#include "core/nn/threads/task_team.h"
#include "core/nn/threads/team_size.h"
#include "core/nn/threads/work_kinds.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <exception>
#include <mutex>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace core {

namespace {

using Clock = std::chrono::steady_clock;
using Task = std::function<void(int64_t, int64_t)>;

/// What one thread knows of the team that works for it.
struct Caller {
    int most = 0;
    TeamSize size{1};
    WorkKinds kinds;
    Clock::time_point ended; ///< Its last call.
};
thread_local Caller caller;

double secondsBetween(Clock::time_point begin, Clock::time_point end)
{
    return std::chrono::duration<double>(end - begin).count();
}

/// Nanoseconds for which the calling thread has had a core.
int64_t processorTime()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// The tasks of one call, dealt out one by one.
class Deal {
public:
    Deal(int64_t count, const Task& task) : m_count(count), m_task(task) { }

    /// Takes tasks until there are none left.
    void run(int thread)
    {
#if defined(__SSE__)
        _mm_setcsr(m_callersMode);
#endif
        const int64_t begin = processorTime();
        try {
            for (int64_t index = next(); index < m_count; index = next())
                m_task(index, thread);
        } catch (...) { // it would end the program
            m_next = m_count;
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
        m_worked += processorTime() - begin;
    }
    double secondsWorked() const
    {
        return 1e-9 * static_cast<double>(m_worked.load());
    }
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    int64_t next()
    {
        return m_next.fetch_add(1, std::memory_order_relaxed);
    }

    int64_t m_count;
    const Task& m_task;
#if defined(__SSE__)
    unsigned int m_callersMode = _mm_getcsr(); // holds flush-to-zero, a flag of the thread
#endif
    std::atomic<int64_t> m_next = 0;
    std::atomic<int64_t> m_worked = 0;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

/// The team's, which one call at a time has: not a second thread, nor a task of the first call. It
/// is given back however the call ends.
class Turn {
public:
    Turn() : m_mine(!taken.test_and_set()) { }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn()
    {
        if (m_mine)
            taken.clear();
    }
    bool isMine() const { return m_mine; }

private:
    static inline std::atomic_flag taken;
    bool m_mine;
};

void runAlone(int64_t count, const Task& task)
{
    for (int64_t index = 0; index < count; ++index)
        task(index, 0);
}

} // namespace

void setTaskThreads(int most)
{
    if (most != caller.most)
        caller = {most, TeamSize(most), {}, {}};
}

int taskThreads()
{
    return caller.most == 0 ? 0 : caller.size.threads();
}

namespace {

/// @param code  of what the caller wants done, which `task` may only wrap.
void runTasks(int64_t count, const std::type_info& code, const Task& task)
{
    static TaskTeam* const team = new TaskTeam; // its threads may outlive static objects
    if (caller.most <= 1 || count <= 1) {
        runAlone(count, task);
        return;
    }
    const Turn turn;
    if (!turn.isMine()) {
        runAlone(count, task);
        return;
    }
    const int most = static_cast<int>(std::min<int64_t>(count, taskThreads()));
    const auto way = most > 1 ? caller.kinds.next(code, count) : WorkKinds::Way::Alone;
    const auto begin = Clock::now();
    Deal deal(count, task);
    if (way == WorkKinds::Way::Together)
        team->run(most - 1, [&deal](int thread) { deal.run(thread); });
    else
        deal.run(0);
    const auto end = Clock::now();
    const double taken = secondsBetween(begin, end);
    if (most > 1)
        caller.kinds.add(code, count, way, taken);
    caller.size.add(deal.secondsWorked(), taken, secondsBetween(caller.ended, begin));
    caller.ended = end;
    deal.rethrow();
}

} // namespace

void runTasks(int64_t count, const Task& task)
{
    runTasks(count, task.target_type(), task);
}

void runTasks(int64_t count, const std::function<void(int64_t)>& task)
{
    runTasks(count, task.target_type(), [&task](int64_t index, int64_t) { task(index); });
}

} // namespace core
