#include "core/train/run_control.h"

#include "core/task/network_scope.h"

#include <chrono>
#include <utility>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

} // namespace

void RunControl::stop()
{
    // Under the lock, or the wait in serve() could miss it between its test and its sleep.
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_changed.notify_all();
}

void RunControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    m_stepsAllowed = 0;
}

void RunControl::proceed()
{
    const std::lock_guard lock(m_mutex);
    m_paused = false;
    m_stepsAllowed = 0;
    m_changed.notify_all();
}

void RunControl::step()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    ++m_stepsAllowed;
    m_changed.notify_all();
}

bool RunControl::paused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

bool RunControl::ask(Request request)
{
    const std::lock_guard lock(m_mutex);
    if (m_closed)
        return false;
    m_requests.push_back(std::move(request));
    m_changed.notify_all();
    return true;
}

bool RunControl::mayGoOn() const
{
    return !m_paused || m_stepsAllowed > 0 || m_stop.stop_requested();
}

void RunControl::runRequests(LiveModel& model, std::unique_lock<std::mutex>& lock)
{
    if (m_requests.empty())
        return;
    // A network that is made only to be counted draws its weights, too.
    const RandomStateScope numbersOfTheTraining(model.device());
    while (!m_requests.empty()) {
        const Request request = std::exchange(m_requests.front(), {});
        m_requests.pop_front();
        lock.unlock();
        request(model);
        lock.lock();
    }
}

double RunControl::serve(LiveModel& model)
{
    const auto begin = Clock::now();
    std::unique_lock lock(m_mutex);
    runRequests(model, lock);
    while (!mayGoOn()) {
        m_changed.wait(lock, [&] { return mayGoOn() || !m_requests.empty(); });
        runRequests(model, lock);
    }
    if (m_paused && m_stepsAllowed > 0)
        --m_stepsAllowed;
    return secondsSince(begin);
}

double RunControl::answer(LiveModel& model)
{
    const auto begin = Clock::now();
    std::unique_lock lock(m_mutex);
    runRequests(model, lock);
    return secondsSince(begin);
}

void RunControl::close()
{
    std::deque<Request> dropped;
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    // What a request holds may ask again when it is destroyed: that happens after the unlock.
    dropped.swap(m_requests);
}

} // namespace core
