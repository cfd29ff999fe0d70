#include "core/nn/threads/parallel_tasks.h"

#include "core/nn/threads/team_size.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <exception>
#include <mutex>

#if defined(__SSE__)
#include <cstdint>
#include <functional>
#include <thread>
#include <xmmintrin.h>
#endif

namespace core {

namespace {

// A job in one word, so that coming and closing cannot miss each other: how many helpers are at
// work, how many may come, whether they still may, and the job's number, by which a helper knows
// the one it has had.
constexpr uint32_t kAtWork = 1;
constexpr uint32_t kWanted = 1 << 8;
constexpr uint32_t kOpen = 1 << 16;
constexpr uint32_t kNumber = 1 << 17;
constexpr int kMostHelpers = 255;

int atWork(uint32_t job)
{
    return static_cast<int>(job % kWanted);
}

int mostHelpers(uint32_t job)
{
    return static_cast<int>(job % kOpen / kWanted);
}

bool isOpen(uint32_t job)
{
    return (job & kOpen) != 0;
}

uint32_t numberOf(uint32_t job)
{
    return job / kNumber;
}

/// Long enough for what comes between two products, short enough to cost other programs nothing.
constexpr std::chrono::microseconds kLookOut{100};

/// Waits a moment for `isThere`, without sleeping.
template <class Condition> bool soon(const Condition& isThere)
{
    constexpr int kLooks = 16; // between two looks at the clock
    const auto end = std::chrono::steady_clock::now() + kLookOut;
    do {
        for (int look = 0; look < kLooks; ++look) {
            if (isThere())
                return true;
#if defined(__SSE__)
            _mm_pause();
#endif
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

/// Threads that help another one with a series of short jobs.
///
/// A job ends when the calling thread and the helpers that have joined it are done. Unlike at a
/// barrier, a helper without a free core does not delay the others. Between jobs the helpers spin
/// for a moment, then sleep and leave the core to other threads.
class TaskTeam {
public:
    TaskTeam() = default;
    TaskTeam(const TaskTeam&) = delete;
    ~TaskTeam() = delete; ///< Its threads end with the program.

    /// Calls work(0) on the calling thread and work(1) ... work(helpers) on the helpers that join
    /// meanwhile; fewer if the system has no more threads. The work distributes its own tasks.
    /// @pre work does not throw. One caller at a time.
    void run(int helpers, const std::function<void(int)>& work);

private:
    void start(int helpers);
    void help(int thread);
    uint32_t nextJob(int thread, uint32_t served) const;
    bool join(int thread, uint32_t job);
    void leave();

    std::atomic<uint32_t> m_job = 0; ///< The state of the current job; see the source.
    std::atomic<uint32_t> m_ended = 0; ///< Jobs that helpers ended, not the caller.
    const std::function<void(int)>* m_work = nullptr;
    int m_threads = 0;
};

void TaskTeam::run(int helpers, const std::function<void(int)>& work)
{
    start(std::min(helpers, kMostHelpers));
    m_work = &work;
    const uint32_t number = numberOf(m_job.load()) + 1;
    const uint32_t ended = m_ended.load();
    m_job.store(number * kNumber + kOpen
                + static_cast<uint32_t>(std::min(helpers, m_threads)) * kWanted);
    m_job.notify_all();
    work(0);
    if (atWork(m_job.fetch_and(~kOpen)) > 0 && !soon([&] { return m_ended.load() != ended; }))
        m_ended.wait(ended);
}

void TaskTeam::start(int helpers)
{
    try {
        for (; m_threads < helpers; ++m_threads)
            std::thread(&TaskTeam::help, this, m_threads + 1).detach();
    } catch (const std::exception&) {
        // No more threads, or no memory for one: then there are fewer.
    }
}

void TaskTeam::help(int thread)
{
    for (uint32_t job = 0;;) {
        job = nextJob(thread, job);
        if (!join(thread, job))
            continue;
        (*m_work)(thread);
        leave();
    }
}

/// Waits for a job other than `served`.
uint32_t TaskTeam::nextJob(int thread, uint32_t served) const
{
    uint32_t job = 0;
    const auto isThere = [&] {
        job = m_job.load();
        return isOpen(job) && numberOf(job) != numberOf(served) && thread <= mostHelpers(job);
    };
    while (!soon(isThere))
        m_job.wait(job);
    return job;
}

/// Meanwhile the numbers may have come round to another job, which wants fewer: it is only joined
/// as its present value.
bool TaskTeam::join(int thread, uint32_t job)
{
    uint32_t now = m_job.load();
    while (isOpen(now) && numberOf(now) == numberOf(job) && thread <= mostHelpers(now))
        if (m_job.compare_exchange_weak(now, now + kAtWork))
            return true;
    return false;
}

void TaskTeam::leave()
{
    const uint32_t before = m_job.fetch_sub(kAtWork);
    if (isOpen(before) || atWork(before) > 1)
        return;
    ++m_ended;
    m_ended.notify_one();
}

using Clock = std::chrono::steady_clock;
using Task = std::function<void(int64_t, int64_t)>;

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

/// The tasks of one call, distributed one by one.
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
