#pragma once

#include "core/base/regular_file.h"

#include <filesystem>

namespace core {

/// Holds a run folder for the process that trains in it. The system frees it when the process
/// ends, however it ends.
class RunLock {
public:
    /// @throws Error{BadSetting} when another training holds the folder, Error{FileUnwritable}
    /// when the folder cannot be written to.
    explicit RunLock(const std::filesystem::path& run);

    static bool isHeld(const std::filesystem::path& run);

private:
    FileDescriptor m_file;
};

} // namespace core
