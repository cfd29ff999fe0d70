#pragma once

#include <filesystem>

namespace core {

/// Holds a run folder for the process that trains in it. The system frees it when the process
/// ends, however it ends.
class RunLock {
public:
    /// @throws Error{BadSetting} when another training holds the folder, Error{FileUnwritable}
    /// when the folder cannot be written to.
    explicit RunLock(const std::filesystem::path& run);
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;
    ~RunLock();

    static bool isHeld(const std::filesystem::path& run);

private:
    int m_descriptor = -1;
};

} // namespace core
