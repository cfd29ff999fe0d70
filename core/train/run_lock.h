#pragma once

#include "core/base/regular_file.h"

namespace core {

/// Holds a run folder for the process that trains in it. The system frees it when the process
/// ends, however it ends.
class RunLock {
public:
    /// @throws Error{BadSetting} when another training holds the folder, Error{FileUnwritable}
    /// when the folder cannot be written to.
    explicit RunLock(const FilePlace& run);

    /// Only tests: a process that locks the folder at this moment succeeds.
    static bool isHeld(const FilePlace& run);

private:
    FileDescriptor m_file;
};

} // namespace core
