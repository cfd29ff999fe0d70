#pragma once

#include "core/base/message.h"
#include "core/base/monitor.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core {

/// Reports the progress of reading by bytes on disk, and throws when the user stops it or memory
/// runs out.
class ReadProgress {
public:
    /// @param stage  "Reading %1": %1 becomes the file's name.
    /// @param totalBytes  bytes on disk of everything that will be read; 0 when not known.
    ReadProgress(const Monitor& monitor, std::string stage, uint64_t totalBytes);

    /// From now on `name` is being read. Keeps the order of reports at most one in 50 ms.
    /// @throws Error{Cancelled}, Error{OutOfMemory}.
    void begin(const std::string& name);
    /// `bytes` more were taken from disk. @throws Error{Cancelled}, Error{OutOfMemory}.
    void advance(uint64_t bytes);

private:
    void report();

    const Monitor& m_monitor;
    std::string m_stage;
    std::string m_name;
    uint64_t m_totalBytes;
    uint64_t m_doneBytes = 0;
    std::chrono::steady_clock::time_point m_started;
    std::chrono::steady_clock::time_point m_reported;
};

/// Counts files that were not read, so that a thousand links give one sentence.
class LeftOut {
public:
    enum class Reason {
        OutsideName,
        Link,
        Special,
        InnerArchive,
        NotText,
        Description, ///< README, LICENSE and the like.
        NotRows, ///< A text that the format passes over.
        NoPart ///< Beside training, validation and test files, none of them.
    };
    void add(Reason reason, const std::string& name);
    /// One sentence for each reason.
    std::vector<Message> messages() const;

private:
    struct Count {
        int64_t count = 0;
        std::string names; ///< The first few names.
    };
    std::map<Reason, Count> m_counts;
};

} // namespace core
