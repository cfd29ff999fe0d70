#include "core/text/spm_helper/confinement.h"

#include "core/text/subword/subword_protocol.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef UNROLL_SECCOMP
#include <seccomp.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <vector>

namespace spm {

namespace {

// A sanitizer reserves terabytes of addresses and reads files for its reports.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

constexpr rlim_t kMegabyte = 1U << 20;
/// A piece takes about half a kilobyte; a million of them, three times over.
constexpr rlim_t kModelBytes = 1536 * kMegabyte;
/// Places in the text, pieces and candidates: up to 200 were seen for each byte of a text.
constexpr rlim_t kBytesForEach = 256;

void limit(int resource, rlim_t soft, rlim_t hard)
{
    rlimit now{};
    if (::getrlimit(resource, &now) != 0)
        return;
    hard = std::min(hard, now.rlim_max); // It can only be lowered.
    const rlimit wanted{std::min(soft, hard), hard};
    ::setrlimit(resource, &wanted);
}

void limit(int resource, rlim_t most)
{
    limit(resource, most, most);
}

rlim_t addressesTaken()
{
    unsigned long long pages = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "re");
    if (file != nullptr && std::fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    if (file != nullptr)
        std::fclose(file);
    return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Memory of the process at its start and of the whole machine.
rlim_t addressesAtStart = 0;
rlim_t addressesAtMost = RLIM_INFINITY;

void limitAddresses()
{
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    addressesAtStart = addressesTaken();
    if (pages > 0 && addressesAtStart > 0)
        addressesAtMost = addressesAtStart
            + static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    limit(RLIMIT_AS, addressesAtMost);
}

#ifdef UNROLL_SECCOMP
/// Allows some system calls. Everything else fails with EPERM: the C library has ways around what
/// it would only like to know.
class CallFilter {
public:
    CallFilter() : m_filter(seccomp_init(SCMP_ACT_ERRNO(EPERM))) { }
    CallFilter(const CallFilter&) = delete;
    CallFilter& operator=(const CallFilter&) = delete;
    ~CallFilter() { seccomp_release(m_filter); }

    void allow(std::initializer_list<int> calls, const std::vector<scmp_arg_cmp>& when = {})
    {
        for (const int call : calls)
            add(SCMP_ACT_ALLOW, call, when);
    }
    void refuse(int call, uint16_t error) { add(SCMP_ACT_ERRNO(error), call, {}); }
    void load() { seccomp_load(m_filter); }

private:
    void add(uint32_t action, int call, const std::vector<scmp_arg_cmp>& when)
    {
        seccomp_rule_add_array(m_filter, action, call, static_cast<unsigned>(when.size()),
                               when.data());
    }

    scmp_filter_ctx m_filter;
};

scmp_arg_cmp equals(unsigned argument, uint64_t value)
{
    return {argument, SCMP_CMP_EQ, value, 0};
}

scmp_arg_cmp hasBits(unsigned argument, uint64_t mask, uint64_t value)
{
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void filterCalls(Work work)
{
    CallFilter filter;
    filter.allow({SCMP_SYS(read),
                  SCMP_SYS(write),
                  SCMP_SYS(writev),
                  SCMP_SYS(munmap),
                  SCMP_SYS(mremap),
                  SCMP_SYS(brk),
                  SCMP_SYS(madvise),
                  SCMP_SYS(futex),
                  SCMP_SYS(exit),
                  SCMP_SYS(exit_group),
                  SCMP_SYS(rt_sigreturn),
                  SCMP_SYS(rt_sigprocmask),
                  SCMP_SYS(clock_gettime),
                  SCMP_SYS(getrandom),
                  SCMP_SYS(getrusage),
                  SCMP_SYS(sched_yield),
                  SCMP_SYS(sched_getaffinity),
                  SCMP_SYS(getpid),
                  SCMP_SYS(gettid),
                  SCMP_SYS(tgkill),
                  SCMP_SYS(set_robust_list),
                  SCMP_SYS(rseq)});
    // Memory, but none whose content could be run.
    filter.allow({SCMP_SYS(mmap), SCMP_SYS(mprotect)}, {hasBits(2, PROT_EXEC, 0)});
    // The limits of allowFor(), which this process may raise up to those that were set for good.
    for (const uint64_t resource : {uint64_t{RLIMIT_CPU}, uint64_t{RLIMIT_AS}})
        filter.allow({SCMP_SYS(prlimit64)}, {equals(0, 0), equals(1, resource)});
    // Threads, but no processes. What clone3 is to make stands where the filter cannot look; where
    // there is none, the C library takes clone.
    filter.refuse(SCMP_SYS(clone3), ENOSYS);
    if (work == Work::Training)
        filter.allow({SCMP_SYS(clone)}, {hasBits(0, CLONE_THREAD, CLONE_THREAD)});
    filter.load();
}
#endif

} // namespace

void confine(Work work)
{
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    if (kSanitized)
        return;
    limitAddresses();
    limit(RLIMIT_NOFILE, 0); // Those that are open stay.
#ifdef UNROLL_SECCOMP
    filterCalls(work);
#else
    static_cast<void>(work);
#endif
}

void allowFor(std::size_t bytes)
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1
        + core::subword::secondsFor(bytes);
    limit(RLIMIT_CPU, seconds, RLIM_INFINITY);
    if (!kSanitized && addressesAtStart > 0)
        limit(RLIMIT_AS, addressesAtStart + kModelBytes + kBytesForEach * bytes, addressesAtMost);
}

} // namespace spm
