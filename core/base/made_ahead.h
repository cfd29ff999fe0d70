#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace core {

/// Values that a thread of its own makes one after another, a few ahead of whoever takes them.
/// Plain work: tensors stay on the compute thread. Taken on one thread.
template <typename Value> class MadeAhead {
public:
    /// @param make  called on the own thread with 0 ... count - 1, in this order. When it throws,
    ///              nothing is made after it.
    MadeAhead(int64_t count, std::function<Value(int64_t)> make)
        : m_count(count)
        , m_make(std::move(make))
        , m_thread([this](const std::stop_token& stop) { makeAll(stop); })
    {
    }

    /// The next value; waits for it where it is not there yet. @throws what making it threw.
    /// @pre fewer than `count` values were taken.
    Value next()
    {
        std::unique_lock lock(m_mutex);
        m_added.wait(lock, [this] { return !m_made.empty() || m_failure; });
        if (m_made.empty())
            std::rethrow_exception(m_failure);
        Value value = std::move(m_made.front());
        m_made.pop_front();
        const bool isLow = m_made.size() == kFewest;
        lock.unlock();
        if (isLow)
            m_taken.notify_one();
        return value;
    }

private:
    static constexpr size_t kMost = 4; ///< Values that lie ready.
    /// So many are left when the thread goes on: woken for each, it would cost more than it saves.
    static constexpr size_t kFewest = 1;

    void makeAll(const std::stop_token& stop)
    {
        try {
            for (int64_t index = 0; index < m_count && hasRoom(stop); ++index)
                add(m_make(index));
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
        m_added.notify_one();
    }

    /// Waits until there is; false when nothing is wanted any more.
    bool hasRoom(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        if (m_made.size() >= kMost)
            m_taken.wait(lock, stop, [this] { return m_made.size() <= kFewest; });
        return !stop.stop_requested();
    }

    void add(Value value)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_made.push_back(std::move(value));
        }
        m_added.notify_one();
    }

    int64_t m_count;
    std::function<Value(int64_t)> m_make;
    std::mutex m_mutex;
    std::condition_variable m_added;
    std::condition_variable_any m_taken;
    std::deque<Value> m_made;
    std::exception_ptr m_failure;
    std::jthread m_thread; ///< Last: it uses all the others until it is joined.
};

} // namespace core
