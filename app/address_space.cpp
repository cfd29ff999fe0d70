#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace {

/// The libraries take so much while they begin, measured with two cores (190 MB), and some more.
constexpr rlim_t kNeeded = rlim_t{256} << 20;

/// Bytes of addresses that this process has; 0 where the system does not say.
rlim_t addressesInUse()
{
    std::array<char, 64> text{};
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t count = file < 0 ? -1 : ::read(file, text.data(), text.size() - 1);
    if (file >= 0)
        ::close(file);
    return count <= 0
        ? 0
        : std::strtoul(text.data(), nullptr, 10) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Ends the program with an error message if the address space is too small (ulimit -v). LibTorch
/// and OpenBLAS initialise before main; without enough addresses they crash or never return.
void checkAddressSpace(int, char**, char**)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
        || limit.rlim_cur >= addressesInUse() + kNeeded)
        return;
    constexpr std::string_view kSentence
        = "There is not enough memory to start: the limit on addresses is too low. Raise it "
          "(ulimit -v, in KiB) to 1000000 or more.\n";
    [[maybe_unused]] const auto written
        = ::write(STDERR_FILENO, kSentence.data(), kSentence.size());
    ::_exit(1);
}

/// The loader calls it before it initialises the libraries.
__attribute__((section(".preinit_array"), used)) void (*const atStart)(int, char**, char**)
    = checkAddressSpace;

} // namespace
