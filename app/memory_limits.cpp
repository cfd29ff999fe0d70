#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace {

/// The libraries take so much while they begin, measured with two cores (190 MB), and some more.
constexpr rlim_t kNeeded = rlim_t{256} << 20;

/// A limit that a shell's ulimit sets.
struct MemoryLimit {
    decltype(RLIMIT_AS) resource;
    int field; ///< Of /proc/self/statm: the pages that count against it.
    std::string_view sentence;
};
constexpr std::array<MemoryLimit, 2> kLimits{
    {{RLIMIT_AS, 0,
      "There is not enough memory to start: the limit on addresses is too low. Raise it (ulimit "
      "-v, in KiB) to 1000000 or more.\n"},
     {RLIMIT_DATA, 5,
      "There is not enough memory to start: the limit on data is too low. Raise it (ulimit -d, in "
      "KiB) to 1000000 or more.\n"}}};

/// Bytes that this process has of what `limit` limits; 0 where the system does not say.
rlim_t inUse(const MemoryLimit& limit)
{
    std::array<char, 128> text{};
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : ::read(file, text.data(), text.size() - 1);
    if (file >= 0)
        ::close(file);
    if (count <= 0)
        return 0;
    char* next = text.data();
    rlim_t pages = 0;
    for (int field = 0; field <= limit.field; ++field)
        pages = std::strtoul(next, &next, 10);
    return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Ends the program with an error message if a limit on memory is too low (ulimit -v, -d). LibTorch
/// and OpenBLAS initialise before main; without enough memory they crash or never return.
void checkMemoryLimits(int, char**, char**)
{
    for (const MemoryLimit& limit : kLimits) {
        rlimit set{};
        if (::getrlimit(limit.resource, &set) != 0 || set.rlim_cur == RLIM_INFINITY
            || set.rlim_cur >= inUse(limit) + kNeeded)
            continue;
        [[maybe_unused]] const auto written
            = ::write(STDERR_FILENO, limit.sentence.data(), limit.sentence.size());
        ::_exit(1);
    }
}

/// The loader calls it before it initialises the libraries.
__attribute__((section(".preinit_array"), used)) void (*const atStart)(int, char**, char**)
    = checkMemoryLimits;

} // namespace
