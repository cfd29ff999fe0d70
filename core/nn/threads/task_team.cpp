#include "core/nn/threads/task_team.h"

#include <algorithm>
#include <exception>
#include <thread>

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

} // namespace

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

} // namespace core
