#include "core/train/event_log.h"

#include "core/base/atomic_file.h"
#include "core/base/line_file.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

namespace core {

namespace {

constexpr auto kFlushInterval = std::chrono::milliseconds(250);
constexpr size_t kLargestWaiting = 1 << 16;

/// Whether the line reports an update up to `step`, or an epoch that ended with it.
bool isUpTo(std::string_view line, int64_t step)
{
    const std::optional<Json> event = readJson(line).value;
    if (!event || !event->is_object())
        return false;
    const auto kind = event->find("event");
    const auto number = event->find("step");
    return kind != event->end() && (*kind == "update" || *kind == "epoch") && number != event->end()
        && number->is_number() && number->get<double>() <= static_cast<double>(step);
}

/// Where the last line ends that reports something up to `step`. Damaged lines before it stay.
uint64_t endOfStep(LineFile& lines, int64_t step)
{
    uint64_t last = 0;
    for (auto line = lines.lineAt(0); line; line = lines.lineAt(line->end))
        if (isUpTo(line->text, step))
            last = line->end;
    return last;
}

} // namespace

EventLog::EventLog(const FilePlace& place)
    : m_place(place)
    , m_file(openOwnFile(place, O_RDWR | O_APPEND))
    , m_flushed(std::chrono::steady_clock::now())
{
    LineFile lines(m_file, m_place);
    m_size = static_cast<int64_t>(lines.size());
    const auto whole = static_cast<int64_t>(lines.beginOfLine(lines.size()));
    if (whole != m_size)
        truncate(whole);
}

EventLog::~EventLog()
{
    try {
        flush();
    } catch (...) {
        // The caller heard of it at an earlier flush, or the run ends as failed anyway.
    }
}

void EventLog::append(const Json& event)
{
    m_waiting += withChecksum(event.dump(-1, ' ', false, Json::error_handler_t::replace));
    m_waiting += '\n';
    if (m_waiting.size() >= kLargestWaiting
        || std::chrono::steady_clock::now() - m_flushed >= kFlushInterval)
        flush();
}

void EventLog::flush()
{
    std::string_view rest = m_waiting;
    int error = 0;
    while (!rest.empty() && error == 0) {
        const ssize_t written = ::write(m_file.get(), rest.data(), rest.size());
        if (written >= 0)
            rest.remove_prefix(static_cast<size_t>(written));
        else if (errno != EINTR)
            error = errno;
    }
    m_size += static_cast<int64_t>(m_waiting.size() - rest.size());
    m_waiting.erase(0, m_waiting.size() - rest.size());
    m_flushed = std::chrono::steady_clock::now();
    if (error != 0)
        throwUnwritable(m_place, error);
}

void EventLog::sync()
{
    flush();
    if (::fdatasync(m_file.get()) != 0 && errno != EINVAL && errno != EROFS)
        throwUnwritable(m_place, errno);
}

void EventLog::cutAfter(int64_t bytes, int64_t step)
{
    flush();
    LineFile lines(m_file, m_place);
    const auto end = static_cast<uint64_t>(bytes);
    const bool wholeLine = bytes >= 0 && bytes <= m_size && lines.beginOfLine(end) == end;
    truncate(wholeLine ? bytes : static_cast<int64_t>(endOfStep(lines, step)));
}

void EventLog::cutFrom(int64_t step, int64_t (*stepOf)(std::string_view line))
{
    flush();
    LineFile lines(m_file, m_place);
    truncate(static_cast<int64_t>(lines.firstOf(step, stepOf)));
}

void EventLog::truncate(int64_t bytes)
{
    if (::ftruncate(m_file.get(), bytes) != 0)
        throwUnwritable(m_place, errno);
    m_size = bytes;
}

} // namespace core
