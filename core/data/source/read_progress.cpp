#include "core/data/source/read_progress.h"

#include "core/base/main_memory.h"

#include <algorithm>

namespace core {

namespace {

constexpr std::chrono::milliseconds kReportInterval{50};
constexpr double kSecondsBeforeEstimate = 0.5;
constexpr int64_t kReadAtOnce = 16 << 20; ///< Bytes that rows may well take until the next report.

} // namespace

ReadProgress::ReadProgress(const Monitor& monitor, std::string stage, uint64_t totalBytes)
    : m_monitor(monitor)
    , m_stage(std::move(stage))
    , m_totalBytes(totalBytes)
    , m_started(std::chrono::steady_clock::now())
    , m_reported(m_started - kReportInterval)
{
}

void ReadProgress::begin(const std::string& name)
{
    m_monitor.throwIfStopped();
    m_name = name;
    report();
}

void ReadProgress::advance(uint64_t bytes)
{
    m_monitor.throwIfStopped();
    m_doneBytes += bytes;
    report();
}

void ReadProgress::report()
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_reported < kReportInterval)
        return;
    m_reported = now;
    requireMemory(kReadAtOnce);
    Progress progress{{m_stage, {m_name}}};
    if (m_totalBytes > 0) {
        progress.fraction = std::min(1.0, double(m_doneBytes) / double(m_totalBytes));
        const double elapsed = std::chrono::duration<double>(now - m_started).count();
        if (elapsed > kSecondsBeforeEstimate && progress.fraction > 0)
            progress.secondsLeft = elapsed * (1 - progress.fraction) / progress.fraction;
    }
    m_monitor.report(progress);
}

} // namespace core
