#include "core/base/memory_use.h"

#include <unistd.h>

#include <fstream>

namespace core {

int64_t residentMemoryBytes()
{
    // Linux: pages of the whole program, then of its resident part.
    std::ifstream status("/proc/self/statm");
    int64_t whole = 0, resident = 0;
    return status >> whole >> resident ? resident * ::sysconf(_SC_PAGESIZE) : 0;
}

} // namespace core
