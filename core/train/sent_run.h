#pragma once

#include "core/distributed/process_group.h"

#include <filesystem>
#include <string>

namespace core {

/// Waits for all processes of `group` and compares what they were asked to train and by which
/// program. @param asked  empty: this process takes what rank 0 trains.
/// @throws Error{Helper} in all of them, naming one that differs.
void meetAlike(ProcessGroup& group, const std::string& asked);

/// Sends a run as it is in its last checkpoint from rank 0 to the others. @pre it has one.
void sendRun(ProcessGroup& group, const std::filesystem::path& run);

/// The run of rank 0, in a folder of the cache that is removed at the end.
class ReceivedRun {
public:
    /// Waits for sendRun(). @throws Error{FileUnwritable, Helper}.
    explicit ReceivedRun(ProcessGroup& group);
    ReceivedRun(const ReceivedRun&) = delete;
    ReceivedRun& operator=(const ReceivedRun&) = delete;
    ~ReceivedRun();

    const std::filesystem::path& folder() const { return m_folder; }

private:
    std::filesystem::path m_folder;
};

} // namespace core
