#include "core/data/source/read_progress.h"

#include "core/base/main_memory.h"

#include <algorithm>
#include <utility>

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

namespace {

Message leftOutMessage(LeftOut::Reason reason)
{
    switch (reason) {
    case LeftOut::Reason::OutsideName:
        return {"Left out, because their names lead out of the archive: %1 (%2).", {}};
    case LeftOut::Reason::Link:
        return {"Left out, because links are not followed: %1 (%2).", {}};
    case LeftOut::Reason::Special:
        return {"Left out, because they are not ordinary files: %1 (%2).", {}};
    case LeftOut::Reason::InnerArchive:
        return {"Left out, because archives inside are not opened: %1 (%2). Drop them separately.",
                {}};
    case LeftOut::Reason::Description:
        return {"Left out, because they describe the data: %1 (%2).", {}};
    case LeftOut::Reason::NotRows:
        return {"Left out, because they do not belong to the format: %1 (%2).", {}};
    case LeftOut::Reason::NoPart:
        return {"Left out, because their names do not say whether they are for training, "
                "validation or testing: %1 (%2).",
                {}};
    case LeftOut::Reason::NotText:
        break;
    }
    return {"Left out, because they hold no text: %1 (%2).", {}};
}

} // namespace

void LeftOut::add(Reason reason, const std::string& name)
{
    Count& entry = m_counts[reason];
    constexpr int64_t kNames = 5;
    if (entry.count < kNames)
        entry.names += (entry.count == 0 ? "" : ", ") + shown(name);
    else if (entry.count == kNames)
        entry.names += " ...";
    ++entry.count;
}

std::vector<Message> LeftOut::messages() const
{
    std::vector<Message> all;
    for (const auto& [reason, entry] : m_counts) {
        Message message = leftOutMessage(reason);
        message.arguments = {std::to_string(entry.count), entry.names};
        all.push_back(std::move(message));
    }
    return all;
}

} // namespace core
