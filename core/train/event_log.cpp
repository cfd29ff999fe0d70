#include "core/train/event_log.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
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

/// Where the lines end whose step is at most `step`.
int64_t endOfStep(std::string_view content, int64_t step)
{
    size_t begin = 0;
    for (size_t end; (end = content.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
        const Json event = Json::parse(content.substr(begin, end - begin), nullptr, false);
        if (event.is_discarded() || event.value("step", int64_t{0}) > step
            || event.value("event", std::string()) == "end")
            break;
    }
    return static_cast<int64_t>(begin);
}

} // namespace

EventLog::EventLog(std::filesystem::path path) : m_path(std::move(path))
{
    m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        throwUnwritable(m_path, errno);
    m_flushed = std::chrono::steady_clock::now();
    const std::string content = readFile(m_path);
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
    ::close(m_descriptor);
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
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
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
    if (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS)
        throwUnwritable(m_path, errno);
}

void EventLog::cutAfter(int64_t bytes, int64_t step)
{
    flush();
    if (bytes > m_size || bytes < 0) {
        truncate(endOfStep(readFile(m_path), step));
        return;
    }
    const std::string content = readFile(m_path);
    const bool wholeLine = bytes == 0 || content[static_cast<size_t>(bytes) - 1] == '\n';
    truncate(wholeLine ? bytes : endOfStep(content, step));
}

void EventLog::truncate(int64_t bytes)
{
    if (::ftruncate(m_descriptor, bytes) != 0)
        throwUnwritable(m_path, errno);
    m_size = bytes;
}

} // namespace core
