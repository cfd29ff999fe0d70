#include "tests/faults/fault_plan.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace plan {

namespace {

constexpr const char* kNames[kCalls]
    = {"write",    "read",  "fsync", "rename", "link", "unlink", "open",  "mkdir",
       "truncate", "close", "stat",  "mmap",   "lock", "malloc", "thread"};

/// Files are not the same after these.
constexpr Call kChanges[] = {Write, Sync, Rename, Link, Unlink, Open, Folder, Truncate};

enum class Kind { Errno, Short, Kill, Torn, Power };

constexpr size_t kLongestPath = 4096;

struct Settings {
    bool on = false;
    char under[kLongestPath] = {};
    size_t underSize = 0;
    bool chosen[kCalls] = {};
    bool changes = false; ///< FAULT_CALL is "change".
    long number = 0;
    Kind kind = Kind::Errno;
    int error = EIO;
    bool lasting = false;
    int report = -1;
} settings;

long counted[kCalls] = {}, countedChanges = 0;
bool armed = false;

/// The state of a file that was written: how much of it survives a power cut.
struct Written {
    char path[kLongestPath];
    off_t synced;
};
constexpr int kMostWritten = 64;
Written written[kMostWritten];
int writtenCount = 0;
pthread_mutex_t writtenLock = PTHREAD_MUTEX_INITIALIZER;

/// The file of a descriptor, or "".
const char* pathOf(int descriptor, char (&path)[kLongestPath])
{
    char link[64];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long size = ::syscall(SYS_readlinkat, AT_FDCWD, link, path, kLongestPath - 1);
    path[size > 0 ? size : 0] = '\0';
    return path;
}

/// `path` as it is from the root, where it is one in an open folder.
const char* resolved(int folder, const char* path, char (&whole)[kLongestPath])
{
    if (path[0] == '/' || folder == AT_FDCWD)
        return path;
    pathOf(folder, whole);
    const size_t size = std::strlen(whole);
    std::snprintf(whole + size, kLongestPath - size, "/%s", path);
    return whole;
}

bool isChange(Call call)
{
    for (const Call each : kChanges)
        if (each == call)
            return true;
    return false;
}

void say(const char* what, const char* call, long number)
{
    char line[96];
    const int size = std::snprintf(line, sizeof line, "%s %s %ld\n", what, call, number);
    ::syscall(SYS_write, settings.report, line, static_cast<size_t>(size));
}

void losePower()
{
    for (int i = 0; i < writtenCount; ++i)
        ::syscall(SYS_truncate, written[i].path, written[i].synced);
}

[[noreturn]] void die()
{
    if (settings.kind == Kind::Power)
        losePower();
    while (true)
        ::syscall(SYS_kill, ::syscall(SYS_getpid), SIGKILL);
}

Verdict strike(Call call, long number)
{
    if (number == settings.number)
        say("struck", kNames[call], number);
    switch (settings.kind) {
    case Kind::Errno:
        errno = settings.error;
        return call == Write && settings.lasting && number == settings.number
                && settings.error == ENOSPC
            ? Verdict::Half
            : Verdict::Fail;
    case Kind::Short:
        return Verdict::Half;
    case Kind::Torn:
        if (call == Write)
            return Verdict::Half;
        die();
    case Kind::Kill:
    case Kind::Power:
        die();
    }
    return Verdict::Pass;
}

/// What is written there is gone, or safe: nothing is lost of it any more.
void forget(const char* path)
{
    for (int i = 0; i < writtenCount; ++i)
        if (std::strcmp(written[i].path, path) == 0)
            written[i--] = written[--writtenCount];
}

Kind kindOf(const char* text)
{
    constexpr const char* kKinds[] = {"short", "kill", "torn", "power"};
    for (int i = 0; i < 4; ++i)
        if (std::strcmp(text, kKinds[i]) == 0)
            return static_cast<Kind>(i + 1);
    settings.error = std::atoi(text);
    return Kind::Errno;
}

const char* variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

__attribute__((constructor)) void begin()
{
    const char* const report = variable("FAULT_REPORT");
    if (*report == '\0')
        return;
    std::snprintf(settings.under, sizeof settings.under, "%s", variable("FAULT_UNDER"));
    settings.underSize = std::strlen(settings.under);
    const char* const call = variable("FAULT_CALL");
    for (int i = 0; i < kCalls; ++i)
        settings.chosen[i] = std::strcmp(call, kNames[i]) == 0;
    settings.changes = std::strcmp(call, "change") == 0;
    for (const Call each : kChanges)
        settings.chosen[each] = settings.chosen[each] || settings.changes;
    settings.number = std::atol(variable("FAULT_NUMBER"));
    settings.kind = kindOf(variable("FAULT_KIND"));
    settings.lasting = std::strcmp(variable("FAULT_LASTING"), "1") == 0;
    settings.report = ::open(report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    ::unsetenv("LD_PRELOAD"); // Processes that are started count nothing.
    settings.on = true;
}

__attribute__((destructor)) void end()
{
    if (!settings.on)
        return;
    settings.on = false;
    for (int i = 0; i < kCalls; ++i)
        say("calls", kNames[i], counted[i]);
    say("calls", "change", countedChanges);
}

} // namespace

bool isUnder(const char* path)
{
    return path != nullptr && std::strncmp(path, settings.under, settings.underSize) == 0
        && (path[settings.underSize] == '/' || path[settings.underSize] == '\0');
}

bool isUnder(int descriptor)
{
    char path[kLongestPath];
    return settings.on && descriptor >= 0 && descriptor != settings.report
        && isUnder(pathOf(descriptor, path));
}

bool isUnderAt(int folder, const char* path)
{
    if (path == nullptr || path[0] == '/' || folder == AT_FDCWD)
        return isUnder(path);
    return isUnder(folder);
}

Verdict judge(Call call, bool counts)
{
    if (!settings.on || !counts)
        return Verdict::Pass;
    armed = true;
    long number = __atomic_add_fetch(&counted[call], 1, __ATOMIC_SEQ_CST);
    if (isChange(call)) {
        const long change = __atomic_add_fetch(&countedChanges, 1, __ATOMIC_SEQ_CST);
        number = settings.changes ? change : number;
    }
    if (!settings.chosen[call])
        return Verdict::Pass;
    const bool strikes = number == settings.number
        || (settings.lasting && settings.number > 0 && number > settings.number);
    return strikes ? strike(call, number) : Verdict::Pass;
}

bool fails(Call call, bool counts)
{
    return judge(call, counts) == Verdict::Fail;
}

void noteWritten(int descriptor)
{
    if (settings.kind != Kind::Power || !isUnder(descriptor))
        return;
    char path[kLongestPath];
    pathOf(descriptor, path);
    ::pthread_mutex_lock(&writtenLock);
    int i = 0;
    while (i < writtenCount && std::strcmp(written[i].path, path) != 0)
        ++i;
    if (i == writtenCount && writtenCount < kMostWritten) { // What it holds now survives.
        ++writtenCount;
        std::strcpy(written[i].path, path);
        written[i].synced = ::lseek(descriptor, 0, SEEK_END);
    }
    ::pthread_mutex_unlock(&writtenLock);
}

void noteSynced(int descriptor)
{
    if (settings.kind != Kind::Power || !isUnder(descriptor))
        return;
    char path[kLongestPath];
    pathOf(descriptor, path);
    ::pthread_mutex_lock(&writtenLock);
    forget(path);
    ::pthread_mutex_unlock(&writtenLock);
}

void noteRenamed(int fromFolder, const char* from, int toFolder, const char* to)
{
    if (settings.kind != Kind::Power)
        return;
    char wholeFrom[kLongestPath], wholeTo[kLongestPath];
    from = resolved(fromFolder, from, wholeFrom);
    to = resolved(toFolder, to, wholeTo);
    ::pthread_mutex_lock(&writtenLock);
    forget(to);
    const size_t size = std::strlen(from);
    for (int i = 0; i < writtenCount; ++i) {
        char* const path = written[i].path;
        if (std::strncmp(path, from, size) != 0 || (path[size] != '\0' && path[size] != '/'))
            continue;
        char rest[kLongestPath];
        std::strcpy(rest, path + size);
        std::snprintf(path, kLongestPath, "%s%s", to, rest);
    }
    ::pthread_mutex_unlock(&writtenLock);
}

void noteRemoved(int folder, const char* path)
{
    if (settings.kind != Kind::Power)
        return;
    char whole[kLongestPath];
    path = resolved(folder, path, whole);
    ::pthread_mutex_lock(&writtenLock);
    forget(path);
    ::pthread_mutex_unlock(&writtenLock);
}

void afterHalf()
{
    if (settings.kind == Kind::Torn)
        die();
}

bool hasBegun()
{
    return armed;
}

} // namespace plan
