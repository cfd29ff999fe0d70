#include "core/train/memory_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace core {

namespace {

/// The line "name:  123 kB" of a file of /proc, in bytes.
std::optional<rlim_t> bytesIn(const char* file, const std::string& name)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(name + ":"))
            continue;
        try {
            return static_cast<rlim_t>(std::stoull(line.substr(name.size() + 1))) * 1024;
        } catch (const std::exception&) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

rlim_t limitAtStart()
{
    static const rlim_t limit = [] {
        rlimit now{};
        return ::getrlimit(RLIMIT_DATA, &now) == 0 ? now.rlim_cur : RLIM_INFINITY;
    }();
    return limit;
}

/// A limit that cannot be set is one that is not there: training goes on without.
void setLimit(rlim_t bytes)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    limit.rlim_cur = std::min(bytes, limitAtStart());
    ::setrlimit(RLIMIT_DATA, &limit);
}

} // namespace

void limitMemoryToWhatIsFree()
{
    limitAtStart(); // Before it is changed.
    const auto used = bytesIn("/proc/self/status", "VmData");
    const auto available = bytesIn("/proc/meminfo", "MemAvailable");
    if (used && available)
        setLimit(*used + *available / 10 * 9); // The rest is for the desktop.
}

void liftMemoryLimit()
{
    setLimit(limitAtStart());
}

} // namespace core
