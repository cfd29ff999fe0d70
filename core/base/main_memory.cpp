#include "core/base/main_memory.h"

#include "core/base/error.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace core {

namespace {

using std::filesystem::path;

constexpr int64_t kLeftShare = 32; ///< One part in so many is left to everything else.

std::optional<int64_t> numberIn(const path& file)
{
    std::ifstream stream(file);
    int64_t number = 0;
    if (stream >> number)
        return number;
    return std::nullopt; // "max" is no limit
}

/// The rest of the line that begins with `name`.
std::optional<int64_t> numberAfter(const path& file, const std::string& name)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string first;
        int64_t number = 0;
        if (words >> first >> number && first == name)
            return number;
    }
    return std::nullopt;
}

bool listed(const std::string& names, const std::string& name)
{
    return ("," + names + ",").find("," + name + ",") != std::string::npos;
}

/// How one version of control groups says it.
struct GroupFiles {
    const char* type; ///< Root in its file system.
    const char* controller; ///< Its name in the lists; empty in version 2, which has one tree.
    const char* limit;
    const char* used;
    const char* cache; ///< In memory.stat: files that would give way.
};
constexpr GroupFiles kVersion1{"cgroup", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupFiles kVersion2{"cgroup2", "", "memory.max", "memory.current", "inactive_file"};

struct Mount {
    path root; ///< Which part of the tree is seen.
    path point; ///< Where.
};

std::optional<Mount> mountOf(const GroupFiles& version, const path& proc)
{
    std::ifstream stream(proc / "self" / "mountinfo");
    for (std::string line; std::getline(stream, line);) {
        const size_t middle = line.find(" - ");
        if (middle == std::string::npos)
            continue;
        std::istringstream before(line), after(line.substr(middle + 3));
        std::string skipped, root, point, type, source, options;
        before >> skipped >> skipped >> skipped >> root >> point;
        after >> type >> source >> options;
        if (type == version.type
            && (*version.controller == '\0' || listed(options, version.controller)))
            return Mount{root, point};
    }
    return std::nullopt;
}

/// The group of this process as a path from the tree's root.
std::optional<path> groupOf(const GroupFiles& version, const path& proc)
{
    std::ifstream stream(proc / "self" / "cgroup");
    for (std::string line; std::getline(stream, line);) { // "4:memory:/user/1", "0::/user/1"
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (*version.controller == '\0' ? controllers.empty()
                                        : listed(controllers, version.controller))
            return line.substr(second + 1);
    }
    return std::nullopt;
}

std::optional<int64_t> freeIn(const path& group, const GroupFiles& version)
{
    const auto limit = numberIn(group / version.limit), used = numberIn(group / version.used);
    if (!limit || !used)
        return std::nullopt;
    const int64_t cache = numberAfter(group / "memory.stat", version.cache).value_or(0);
    return *limit - *limit / kLeftShare - std::max<int64_t>(0, *used - cache);
}

/// Free memory in the process's group and all groups around it.
std::optional<int64_t> freeInGroups(const GroupFiles& version, const path& proc)
{
    const auto mount = mountOf(version, proc);
    const auto group = groupOf(version, proc);
    if (!mount || !group)
        return std::nullopt;
    // In a container the group's name may be the one that it has outside.
    path inside = group->lexically_relative(mount->root);
    if (inside.empty() || *inside.begin() == "..")
        inside = ".";
    std::optional<int64_t> least;
    path folder = mount->point;
    const auto look = [&] {
        if (const auto left = freeIn(folder, version))
            least = std::min(least.value_or(*left), *left);
    };
    look();
    for (const path& part : inside) {
        folder /= part;
        look();
    }
    return least;
}

/// The memory of this process in bytes; zeros where the system does not say.
struct HeldMemory {
    int64_t resident = 0, ofFiles = 0;
};

HeldMemory heldMemory()
{
    // Linux: pages of the whole program, of its resident part, of files in that.
    std::ifstream status("/proc/self/statm");
    int64_t whole = 0, resident = 0, shared = 0;
    if (!(status >> whole >> resident >> shared))
        return {};
    const int64_t page = ::sysconf(_SC_PAGESIZE);
    return {resident * page, shared * page};
}

std::string megabytes(int64_t bytes)
{
    constexpr int64_t kMegabyte = 1'000'000;
    return std::to_string((std::max<int64_t>(0, bytes) + kMegabyte - 1) / kMegabyte);
}

} // namespace

std::optional<int64_t> freeMemoryBytes(const path& proc)
{
    std::optional<int64_t> least;
    constexpr int64_t kKilobyte = 1024;
    const auto total = numberAfter(proc / "meminfo", "MemTotal:");
    const auto available = numberAfter(proc / "meminfo", "MemAvailable:");
    if (total && available)
        least = (*available - *total / kLeftShare) * kKilobyte;
    for (const GroupFiles* version : {&kVersion1, &kVersion2})
        if (const auto left = freeInGroups(*version, proc))
            least = std::min(least.value_or(*left), *left);
    return least;
}

int64_t residentMemoryBytes()
{
    return heldMemory().resident;
}

int64_t ownMemoryBytes()
{
    const HeldMemory held = heldMemory();
    return held.resident - held.ofFiles;
}

void throwOutOfMemory(int64_t wanted, int64_t left)
{
    throw Error(
        ErrorCode::OutOfMemory,
        {"There is not enough memory: %1 MB more are needed, but only %2 MB are free.",
         {megabytes(wanted), megabytes(left)}},
        {"Close other programs, or take less data, a smaller batch or a smaller network.", {}});
}

void requireMemory(int64_t bytes)
{
    if (const auto left = freeMemoryBytes(); left && *left < bytes)
        throwOutOfMemory(bytes, *left);
}

} // namespace core
