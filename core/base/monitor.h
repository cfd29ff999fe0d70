#pragma once

#include "core/base/error.h"
#include "core/base/message.h"

#include <functional>
#include <stop_token>

namespace core {

/// The progress of a long job.
struct Progress {
    Message stage; ///< "Reading imdb_train.csv.gz"
    double fraction = -1.0; ///< 0 to 1; negative when the end is not known.
    double secondsLeft = -1.0; ///< Negative when not known.
};

/// Reports the progress of a long job and tells it to stop.
/// Used on the job's own thread; `report` is called there. Helping threads may call
/// stopRequested().
class Monitor {
public:
    Monitor() = default;
    Monitor(std::stop_token stop, std::function<void(const Progress&)> report)
        : m_stop(std::move(stop)), m_report(std::move(report))
    {
    }
    void report(const Progress& progress) const
    {
        if (m_report)
            m_report(progress);
    }
    bool stopRequested() const { return m_stop.stop_requested(); }
    /// @throws Error{Cancelled} when the user asked to stop.
    void throwIfStopped() const
    {
        if (stopRequested())
            throw Error(ErrorCode::Cancelled, {"Stopped.", {}});
    }
    const std::stop_token& stopToken() const { return m_stop; }

private:
    std::stop_token m_stop;
    std::function<void(const Progress&)> m_report;
};

} // namespace core
