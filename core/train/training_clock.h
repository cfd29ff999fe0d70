#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <utility>

namespace core {

/// Training time: wall time without pauses and requests, going on where a resumed run was.
class TrainingClock {
public:
    explicit TrainingClock(double before) : m_before(before) { }
    double seconds() const
    {
        const std::chrono::duration<double> here = std::chrono::steady_clock::now() - m_begin;
        return m_before + here.count() - m_away;
    }
    /// Takes `seconds` out again.
    void leaveOut(double seconds) { m_away += seconds; }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    double m_before;
    double m_away = 0.0;
};

/// Tokens a second over the updates of about the last second; validation does not count.
class SpeedMeter {
public:
    double add(int64_t tokens, double seconds)
    {
        m_updates.emplace_back(tokens, seconds);
        m_tokens += tokens;
        m_seconds += seconds;
        while (m_updates.size() > 1 && m_seconds - m_updates.front().second >= 1.0) {
            m_tokens -= m_updates.front().first;
            m_seconds -= m_updates.front().second;
            m_updates.pop_front();
        }
        return m_seconds > 0.0 ? static_cast<double>(m_tokens) / m_seconds : 0.0;
    }

private:
    std::deque<std::pair<int64_t, double>> m_updates;
    int64_t m_tokens = 0;
    double m_seconds = 0.0;
};

} // namespace core
