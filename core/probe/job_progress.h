#pragma once

#include "core/base/monitor.h"

#include <chrono>
#include <utility>

namespace core {

/// Reports the progress and the remaining time of a job, and ends it when it is cancelled.
class JobProgress {
public:
    JobProgress(Message stage, const Monitor& monitor)
        : m_stage(std::move(stage)), m_monitor(monitor)
    {
    }
    /// @throws Error{Cancelled}.
    void at(double done, double whole)
    {
        const double fraction = done / whole;
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
        m_monitor.report({m_stage, fraction, elapsed.count() * (1.0 - fraction) / fraction});
        m_monitor.throwIfStopped();
    }

private:
    Message m_stage;
    const Monitor& m_monitor;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace core
