#include "core/train/event_log.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace core {

namespace {

constexpr auto kFlushInterval = std::chrono::milliseconds(250);
constexpr size_t kLargestWaiting = 1 << 16;

[[noreturn]] void throwUnwritable(const std::filesystem::path& path, int error)
{
    Message advice{"Check that the folder still exists and that you may write to it; then resume "
                   "the run.",
                   {}};
    if (error == ENOSPC || error == EDQUOT)
        advice = {"The disk is full: free some space, then resume the run.", {}};
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {path.string()}}, advice,
                std::strerror(error));
}

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
int64_t endOfStep(std::string_view content, int64_t step)
{
    size_t last = 0, begin = 0;
    for (size_t end; (end = content.find('\n', begin)) != std::string_view::npos; begin = end + 1)
        if (isUpTo(content.substr(begin, end - begin), step))
            last = end + 1;
    return static_cast<int64_t>(last);
}

} // namespace

EventLog::EventLog(std::filesystem::path path)
    : m_path(std::move(path))
    , m_file(openRegularFile(m_path, O_WRONLY | O_CREAT | O_APPEND, Links::Refuse))
    , m_flushed(std::chrono::steady_clock::now())
{
    const std::string content = readFile(m_path, UINT64_MAX, Links::Refuse);
    m_size = static_cast<int64_t>(content.size());
    const size_t lastEnd = content.rfind('\n');
    const int64_t whole = lastEnd == std::string::npos ? 0 : static_cast<int64_t>(lastEnd) + 1;
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
    m_waiting += event.dump(-1, ' ', false, Json::error_handler_t::replace);
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
        throwUnwritable(m_path, error);
}

void EventLog::sync()
{
    flush();
    if (::fdatasync(m_file.get()) != 0 && errno != EINVAL && errno != EROFS)
        throwUnwritable(m_path, errno);
}

void EventLog::cutAfter(int64_t bytes, int64_t step)
{
    flush();
    if (bytes > m_size || bytes < 0) {
        truncate(endOfStep(readFile(m_path, UINT64_MAX, Links::Refuse), step));
        return;
    }
    const std::string content = readFile(m_path, UINT64_MAX, Links::Refuse);
    const bool wholeLine = bytes == 0 || content[static_cast<size_t>(bytes) - 1] == '\n';
    truncate(wholeLine ? bytes : endOfStep(content, step));
}

void EventLog::cutFrom(int64_t step, int64_t (*stepOf)(std::string_view line))
{
    flush();
    const std::string content = readFile(m_path, UINT64_MAX, Links::Refuse);
    const std::string_view all = content;
    for (size_t begin = 0, end; (end = all.find('\n', begin)) != std::string_view::npos;
         begin = end + 1)
        if (stepOf(all.substr(begin, end - begin)) >= step) {
            truncate(static_cast<int64_t>(begin));
            return;
        }
}

void EventLog::truncate(int64_t bytes)
{
    if (::ftruncate(m_file.get(), bytes) != 0)
        throwUnwritable(m_path, errno);
    m_size = bytes;
}

} // namespace core
