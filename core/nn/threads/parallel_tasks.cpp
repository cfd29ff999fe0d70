#include "core/nn/threads/parallel_tasks.h"

#include "core/nn/threads/task_team.h"
#include "core/nn/threads/team_size.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

/// The team of one calling thread.
struct Caller {
    int most = 0;
    TeamSize size{1};
    WorkKinds kinds;
    Clock::time_point ended; ///< End of its last call.
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

/// The tasks of one call, in steps. A step begins when all tasks of the one before it are done.
struct Job {
    int64_t steps = 1;
    std::function<int64_t(int64_t step)> tasksOf;
    std::function<void(int64_t step, int64_t index, int64_t thread)> task;
};

/// Distributes the tasks one by one. The next task and its step are one number, so that no thread
/// takes a task of a step that has not begun.
class Deal {
public:
    explicit Deal(const Job& job) : m_job(job) { begin(0); }

    /// Takes tasks until there are none left. A helper that has to wait for long leaves the rest to
    /// the others; the caller, thread 0, stays.
    void run(int thread)
    {
#if defined(__SSE__)
        _mm_setcsr(m_callersMode);
#endif
        const int64_t begin = processorTime();
        std::chrono::nanoseconds waited{};
        try {
            while (const std::optional<int64_t> step = runTasksOfStep(thread)) {
                const auto start = Clock::now();
                const bool over = waitForEnd(*step, thread == 0);
                waited += Clock::now() - start;
                if (!over)
                    break;
            }
        } catch (...) { // it would end the program
            m_next = placeOf(m_job.steps);
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
        m_worked += processorTime() - begin - waited.count();
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
    static constexpr int kIndexBits = 32;
    static int64_t placeOf(int64_t step)
    {
        return step << kIndexBits;
    }
    static int64_t stepOf(int64_t place)
    {
        return place >> kIndexBits;
    }

    /// Runs tasks until those of a step have all been taken. @return the step; none after the last.
    std::optional<int64_t> runTasksOfStep(int thread)
    {
        for (int64_t known = -1, count = 0;;) {
            const int64_t place = m_next.fetch_add(1);
            const int64_t step = stepOf(place), index = place - placeOf(step);
            if (step >= m_job.steps)
                return {};
            if (std::exchange(known, step) != step)
                count = m_job.tasksOf(step);
            const bool isLast = step + 1 == m_job.steps; // Nothing waits for its end here.
            if (index >= count)
                return isLast ? std::nullopt : std::optional(step);
            m_job.task(step, index, thread);
            if (!isLast && m_done.fetch_add(1) + 1 == count)
                begin(step + 1);
        }
    }

    /// @return whether the tasks of the step are all done.
    bool waitForEnd(int64_t step, bool stays) const
    {
        const auto isOver = [&] { return stepOf(m_next.load()) != step; };
        while (!soon(isOver)) {
            if (!stays)
                return false;
            std::this_thread::yield();
        }
        return true;
    }

    void begin(int64_t step)
    {
        while (step < m_job.steps && m_job.tasksOf(step) == 0)
            ++step;
        m_done = 0;
        m_next = placeOf(step);
    }

    const Job& m_job;
#if defined(__SSE__)
    unsigned int m_callersMode = _mm_getcsr(); // holds flush-to-zero, a flag of the thread
#endif
    std::atomic<int64_t> m_next = 0; ///< placeOf(step) + index
    std::atomic<int64_t> m_done = 0; ///< Tasks of the step.
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

void runAlone(const Job& job)
{
    for (int64_t step = 0; step < job.steps; ++step) {
        const int64_t count = job.tasksOf(step);
        for (int64_t index = 0; index < count; ++index)
            job.task(step, index, 0);
    }
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

/// @param most  threads that have something to do at once.
/// @param code  of what the caller wants done, which the job may only wrap; null: the job is long
///              enough to be shared in any case.
void runJob(const Job& job, int64_t most, const std::type_info* code)
{
    static TaskTeam* const team = new TaskTeam; // its threads may outlive static objects
    if (caller.most <= 1 || most <= 1) {
        runAlone(job);
        return;
    }
    const Turn turn;
    if (!turn.isMine()) {
        runAlone(job);
        return;
    }
    const int threads = static_cast<int>(std::min<int64_t>(most, taskThreads()));
    using Way = WorkKinds::Way;
    const Way way = threads == 1 ? Way::Alone
        : code                   ? caller.kinds.next(*code, most)
                                 : Way::Together;
    const auto begin = Clock::now();
    Deal deal(job);
    if (way == Way::Together)
        team->run(threads - 1, [&deal](int thread) { deal.run(thread); });
    else
        deal.run(0);
    const auto end = Clock::now();
    const double taken = secondsBetween(begin, end);
    if (threads > 1 && code)
        caller.kinds.add(*code, most, way, taken);
    caller.size.add(deal.secondsWorked(), taken, secondsBetween(caller.ended, begin));
    caller.ended = end;
    deal.rethrow();
}

} // namespace

void runTasks(int64_t count, const std::function<void(int64_t, int64_t)>& task)
{
    runJob({1, [count](int64_t) { return count; },
            [&task](int64_t, int64_t index, int64_t thread) { task(index, thread); }},
           count, &task.target_type());
}

void runTasks(int64_t count, const std::function<void(int64_t)>& task)
{
    runJob({1, [count](int64_t) { return count; },
            [&task](int64_t, int64_t index, int64_t) { task(index); }},
           count, &task.target_type());
}

void runTaskSteps(int64_t steps, const std::function<int64_t(int64_t)>& tasksOf,
                  const std::function<void(int64_t, int64_t)>& task)
{
    runJob({steps, tasksOf, [&task](int64_t step, int64_t index, int64_t) { task(step, index); }},
           caller.most, nullptr);
}

} // namespace core
