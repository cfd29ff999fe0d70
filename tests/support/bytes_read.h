#pragma once

#include "core/base/atomic_file.h"
#include "tests/support/test_case.h"

namespace support {

/// Bytes that this process has read so far, from any file.
inline int64_t bytesRead()
{
    const std::string counters = core::readFile("/proc/self/io");
    return std::stoll(counters.substr(counters.find("rchar: ") + 7));
}

} // namespace support
