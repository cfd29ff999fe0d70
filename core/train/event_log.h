#pragma once

#include "core/base/json.h"
#include "core/base/regular_file.h"

#include <chrono>
#include <string>
#include <string_view>

namespace core {

/// events.jsonl of a run being trained: only ever appended to, whole lines at a time, each with its
/// checksum (checked_line.h). However long it is, only what is looked for is read.
class EventLog {
public:
    /// Opens or creates; a file with other names (hard links) becomes one of its own. A torn last
    /// line (the process or the machine died) is cut off.
    /// @throws Error{FileUnwritable}.
    explicit EventLog(const FilePlace& place);
    ~EventLog(); ///< Writes what is left, as far as possible.

    /// Adds a line; it reaches the file within half a second of further lines, or by flush().
    /// @throws Error{FileUnwritable} naming the file and why.
    void append(const Json& event);
    void flush();
    /// Flushes to the disk, so that a checkpoint is never ahead of the log.
    void sync();
    /// Bytes after flush().
    int64_t size() const { return m_size + static_cast<int64_t>(m_waiting.size()); }

    /// Cuts everything from `bytes` on: what a resumed run will report again. When `bytes` is not
    /// the end of a line (the file was changed), cuts after the last update up to `step` instead.
    void cutAfter(int64_t bytes, int64_t step);
    /// Cuts from the first line on whose `stepOf` is at least `step`. 0 means that a line has no
    /// step; the steps of all others ascend.
    void cutFrom(int64_t step, int64_t (*stepOf)(std::string_view line));

private:
    void truncate(int64_t bytes);

    FilePlace m_place;
    FileDescriptor m_file;
    int64_t m_size = 0; ///< In the file.
    std::string m_waiting;
    std::chrono::steady_clock::time_point m_flushed;
};

} // namespace core
