#include "core/train/run_control.h"

#include "core/base/elapsed.h"
#include "core/probe/network_scope.h"

#include <chrono>
#include <utility>

namespace core {

namespace {

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

void RunControl::setUpdatesPerSecond(double rate)
{
    const std::lock_guard lock(m_mutex);
    m_interval = rate > 0.0
        ? std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate))
        : Clock::duration{};
    m_changed.notify_all();
}

void RunControl::change(const std::vector<SettingChange>& wished)
{
    const std::lock_guard lock(m_mutex);
    m_wishes.insert(m_wishes.end(), wished.begin(), wished.end());
    m_changed.notify_all();
}

std::vector<SettingChange> RunControl::takeWishes()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wishes, {});
}

bool RunControl::wantsAttention() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused || m_interval > Clock::duration{} || !m_requests.empty() || !m_wishes.empty()
        || m_stop.stop_requested();
}

bool RunControl::mayWait() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused || m_interval > Clock::duration{};
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
    if (m_stop.stop_requested() || !m_wishes.empty())
        return true;
    return m_paused ? m_stepsAllowed > 0 : isDue();
}

bool RunControl::isDue() const
{
    return m_interval == Clock::duration{} || Clock::now() >= m_begun + m_interval;
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
        if (m_paused)
            m_changed.wait(lock);
        else // Slow motion may end or change, and a pause begin, meanwhile.
            m_changed.wait_until(lock, m_begun + m_interval);
        runRequests(model, lock);
    }
    if (m_wishes.empty()) {
        m_begun = Clock::now();
        if (m_paused && m_stepsAllowed > 0)
            --m_stepsAllowed;
    }
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
