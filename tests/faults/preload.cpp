// A shared library to be preloaded into a program: lets calls into the system fail, as fault_plan.h
// says, so that a test can try every such call in turn. Symbols of the C library are replaced by
// functions of other names (asm labels), because headers declare the originals with exception
// specifications of their own.
#include "tests/faults/fault_plan.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

using namespace plan;

// Theirs in the C library, whatever stands before it.
extern "C" void* __libc_malloc(size_t);
extern "C" void* __libc_calloc(size_t, size_t);
extern "C" void* __libc_realloc(void*, size_t);
extern "C" void* __libc_memalign(size_t, size_t);

namespace {

/// The C library's own function of this name.
template <class Function> Function original(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

} // namespace

// Declares a function that has, for the linker, the name of the one that it replaces.
#define FAULTS_REPLACE(result, own, name, ...)                                                     \
    extern "C" result own(__VA_ARGS__) __asm__(#name);                                             \
    extern "C" result own(__VA_ARGS__)

namespace {

template <class Do> ssize_t transfer(Call call, int descriptor, size_t count, Do act)
{
    const Verdict verdict = judge(call, isUnder(descriptor) && count > 0);
    if (verdict == Verdict::Fail)
        return -1;
    if (verdict == Verdict::Pass)
        return act(count);
    const ssize_t done = act((count + 1) / 2);
    afterHalf();
    return done;
}

ssize_t writeAt(int descriptor, const void* data, size_t count, off_t offset)
{
    noteWritten(descriptor);
    return transfer(Write, descriptor, count, [&](size_t some) {
        return offset < 0 ? ::syscall(SYS_write, descriptor, data, some)
                          : ::syscall(SYS_pwrite64, descriptor, data, some, offset);
    });
}

ssize_t readAt(int descriptor, void* data, size_t count, off_t offset)
{
    return transfer(Read, descriptor, count, [&](size_t some) {
        return offset < 0 ? ::syscall(SYS_read, descriptor, data, some)
                          : ::syscall(SYS_pread64, descriptor, data, some, offset);
    });
}

int syncNow(long system, int descriptor)
{
    if (fails(Sync, isUnder(descriptor)))
        return -1;
    const auto result = static_cast<int>(::syscall(system, descriptor));
    noteSynced(descriptor);
    return result;
}

int renameNow(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)
{
    if (fails(Rename, isUnderAt(fromFolder, from) || isUnderAt(toFolder, to)))
        return -1;
    const auto result
        = static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
    if (result == 0)
        noteRenamed(fromFolder, from, toFolder, to);
    return result;
}

int openNow(int folder, const char* path, int flags, mode_t mode)
{
    if (fails(Open, isUnderAt(folder, path)))
        return -1;
    return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

bool statusFails(int folder, const char* path)
{
    const bool byDescriptor = path != nullptr && path[0] == '\0';
    return fails(Status, byDescriptor ? isUnder(folder) : isUnderAt(folder, path));
}

} // namespace

FAULTS_REPLACE(ssize_t, faultyWrite, write, int descriptor, const void* data, size_t count)
{
    return writeAt(descriptor, data, count, -1);
}
FAULTS_REPLACE(ssize_t, faultyPwrite, pwrite, int descriptor, const void* data, size_t count,
               off_t offset)
{
    return writeAt(descriptor, data, count, offset);
}
FAULTS_REPLACE(ssize_t, faultyPwrite64, pwrite64, int descriptor, const void* data, size_t count,
               off_t offset)
{
    return writeAt(descriptor, data, count, offset);
}
/// One part at a time: a caller must go on after fewer bytes than it gave.
FAULTS_REPLACE(ssize_t, faultyWritev, writev, int descriptor, const iovec* parts, int count)
{
    for (int i = 0; isUnder(descriptor) && i < count; ++i)
        if (parts[i].iov_len > 0)
            return writeAt(descriptor, parts[i].iov_base, parts[i].iov_len, -1);
    return ::syscall(SYS_writev, descriptor, parts, count);
}
FAULTS_REPLACE(ssize_t, faultyRead, read, int descriptor, void* data, size_t count)
{
    return readAt(descriptor, data, count, -1);
}
FAULTS_REPLACE(ssize_t, faultyPread, pread, int descriptor, void* data, size_t count, off_t offset)
{
    return readAt(descriptor, data, count, offset);
}
FAULTS_REPLACE(ssize_t, faultyPread64, pread64, int descriptor, void* data, size_t count,
               off_t offset)
{
    return readAt(descriptor, data, count, offset);
}
FAULTS_REPLACE(int, faultyFsync, fsync, int descriptor)
{
    return syncNow(SYS_fsync, descriptor);
}
FAULTS_REPLACE(int, faultyFdatasync, fdatasync, int descriptor)
{
    return syncNow(SYS_fdatasync, descriptor);
}
FAULTS_REPLACE(int, faultyRename, rename, const char* from, const char* to)
{
    return renameNow(AT_FDCWD, from, AT_FDCWD, to, 0);
}
FAULTS_REPLACE(int, faultyRenameat, renameat, int fromFolder, const char* from, int toFolder,
               const char* to)
{
    return renameNow(fromFolder, from, toFolder, to, 0);
}
FAULTS_REPLACE(int, faultyRenameat2, renameat2, int fromFolder, const char* from, int toFolder,
               const char* to, unsigned flags)
{
    return renameNow(fromFolder, from, toFolder, to, flags);
}
FAULTS_REPLACE(int, faultyLink, link, const char* from, const char* to)
{
    return fails(Link, isUnder(to))
        ? -1
        : static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
FAULTS_REPLACE(int, faultyLinkat, linkat, int fromFolder, const char* from, int toFolder,
               const char* to, int flags)
{
    return fails(Link, isUnderAt(toFolder, to))
        ? -1
        : static_cast<int>(::syscall(SYS_linkat, fromFolder, from, toFolder, to, flags));
}
FAULTS_REPLACE(int, faultyUnlink, unlink, const char* path)
{
    if (fails(Unlink, isUnder(path)))
        return -1;
    noteRemoved(AT_FDCWD, path);
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}
FAULTS_REPLACE(int, faultyUnlinkat, unlinkat, int folder, const char* path, int flags)
{
    if (fails(Unlink, isUnderAt(folder, path)))
        return -1;
    noteRemoved(folder, path);
    return static_cast<int>(::syscall(SYS_unlinkat, folder, path, flags));
}
FAULTS_REPLACE(int, faultyRmdir, rmdir, const char* path)
{
    return fails(Unlink, isUnder(path))
        ? -1
        : static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
FAULTS_REPLACE(int, faultyRemove, remove, const char* path)
{
    if (fails(Unlink, isUnder(path)))
        return -1;
    noteRemoved(AT_FDCWD, path);
    const long result = ::syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    return static_cast<int>(result == 0 || errno != EISDIR
                                ? result
                                : ::syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
FAULTS_REPLACE(int, faultyMkdir, mkdir, const char* path, mode_t mode)
{
    return fails(Folder, isUnder(path))
        ? -1
        : static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}
FAULTS_REPLACE(char*, faultyMkdtemp, mkdtemp, char* path)
{
    static const auto real = original<char* (*)(char*)>("mkdtemp");
    return fails(Folder, isUnder(path)) ? nullptr : real(path);
}

// The mode of open() is there only where a file may be made.
#define FAULTS_MODE(flags)                                                                         \
    mode_t mode = 0;                                                                               \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                                  \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = va_arg(rest, mode_t);                                                               \
        va_end(rest);                                                                              \
    }

FAULTS_REPLACE(int, faultyOpen, open, const char* path, int flags, ...)
{
    FAULTS_MODE(flags)
    return openNow(AT_FDCWD, path, flags, mode);
}
FAULTS_REPLACE(int, faultyOpen64, open64, const char* path, int flags, ...)
{
    FAULTS_MODE(flags)
    return openNow(AT_FDCWD, path, flags, mode);
}
FAULTS_REPLACE(int, faultyOpenat, openat, int folder, const char* path, int flags, ...)
{
    FAULTS_MODE(flags)
    return openNow(folder, path, flags, mode);
}
FAULTS_REPLACE(int, faultyOpenat64, openat64, int folder, const char* path, int flags, ...)
{
    FAULTS_MODE(flags)
    return openNow(folder, path, flags, mode);
}
FAULTS_REPLACE(int, faultyMkstemp, mkstemp, char* path)
{
    static const auto real = original<int (*)(char*)>("mkstemp");
    return fails(Open, isUnder(path)) ? -1 : real(path);
}
FAULTS_REPLACE(int, faultyMkstemp64, mkstemp64, char* path)
{
    static const auto real = original<int (*)(char*)>("mkstemp");
    return fails(Open, isUnder(path)) ? -1 : real(path);
}
FAULTS_REPLACE(int, faultyMkostemp, mkostemp, char* path, int flags)
{
    static const auto real = original<int (*)(char*, int)>("mkostemp");
    return fails(Open, isUnder(path)) ? -1 : real(path, flags);
}
FAULTS_REPLACE(FILE*, faultyFopen, fopen, const char* path, const char* mode)
{
    static const auto real = original<FILE* (*)(const char*, const char*)>("fopen");
    return fails(Open, isUnder(path)) ? nullptr : real(path, mode);
}
FAULTS_REPLACE(FILE*, faultyFopen64, fopen64, const char* path, const char* mode)
{
    static const auto real = original<FILE* (*)(const char*, const char*)>("fopen64");
    return fails(Open, isUnder(path)) ? nullptr : real(path, mode);
}
FAULTS_REPLACE(DIR*, faultyOpendir, opendir, const char* path)
{
    static const auto real = original<DIR* (*)(const char*)>("opendir");
    return fails(Open, isUnder(path)) ? nullptr : real(path);
}
FAULTS_REPLACE(int, faultyFtruncate, ftruncate, int descriptor, off_t size)
{
    return fails(Truncate, isUnder(descriptor))
        ? -1
        : static_cast<int>(::syscall(SYS_ftruncate, descriptor, size));
}
FAULTS_REPLACE(int, faultyFtruncate64, ftruncate64, int descriptor, off_t size)
{
    return fails(Truncate, isUnder(descriptor))
        ? -1
        : static_cast<int>(::syscall(SYS_ftruncate, descriptor, size));
}
/// The descriptor is closed all the same, as Linux does.
FAULTS_REPLACE(int, faultyClose, close, int descriptor)
{
    const bool failed = fails(Close, isUnder(descriptor));
    const int error = errno;
    const auto result = static_cast<int>(::syscall(SYS_close, descriptor));
    errno = failed ? error : errno;
    return failed ? -1 : result;
}
FAULTS_REPLACE(int, faultyFlock, flock, int descriptor, int operation)
{
    return fails(Lock, isUnder(descriptor))
        ? -1
        : static_cast<int>(::syscall(SYS_flock, descriptor, operation));
}
FAULTS_REPLACE(int, faultyStat, stat, const char* path, struct stat* status)
{
    return statusFails(AT_FDCWD, path)
        ? -1
        : static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, status, 0));
}
FAULTS_REPLACE(int, faultyStat64, stat64, const char* path, struct stat* status)
{
    return faultyStat(path, status);
}
FAULTS_REPLACE(int, faultyLstat, lstat, const char* path, struct stat* status)
{
    return statusFails(AT_FDCWD, path)
        ? -1
        : static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW));
}
FAULTS_REPLACE(int, faultyLstat64, lstat64, const char* path, struct stat* status)
{
    return faultyLstat(path, status);
}
FAULTS_REPLACE(int, faultyFstat, fstat, int descriptor, struct stat* status)
{
    return fails(Status, isUnder(descriptor))
        ? -1
        : static_cast<int>(::syscall(SYS_fstat, descriptor, status));
}
FAULTS_REPLACE(int, faultyFstat64, fstat64, int descriptor, struct stat* status)
{
    return faultyFstat(descriptor, status);
}
FAULTS_REPLACE(int, faultyFstatat, fstatat, int folder, const char* path, struct stat* status,
               int flags)
{
    return statusFails(folder, path)
        ? -1
        : static_cast<int>(::syscall(SYS_newfstatat, folder, path, status, flags));
}
FAULTS_REPLACE(int, faultyFstatat64, fstatat64, int folder, const char* path, struct stat* status,
               int flags)
{
    return faultyFstatat(folder, path, status, flags);
}
FAULTS_REPLACE(int, faultyStatx, statx, int folder, const char* path, int flags, unsigned mask,
               struct statx* status)
{
    return statusFails(folder, path)
        ? -1
        : static_cast<int>(::syscall(SYS_statx, folder, path, flags, mask, status));
}
FAULTS_REPLACE(void*, faultyMmap, mmap, void* address, size_t size, int protection, int flags,
               int descriptor, off_t offset)
{
    if (fails(Map, isUnder(descriptor)))
        return MAP_FAILED;
    return reinterpret_cast<void*>(
        ::syscall(SYS_mmap, address, size, protection, flags, descriptor, offset));
}
FAULTS_REPLACE(void*, faultyMmap64, mmap64, void* address, size_t size, int protection, int flags,
               int descriptor, off_t offset)
{
    return faultyMmap(address, size, protection, flags, descriptor, offset);
}
FAULTS_REPLACE(void*, faultyMalloc, malloc, size_t size)
{
    return fails(Memory, hasBegun()) ? nullptr : __libc_malloc(size);
}
FAULTS_REPLACE(void*, faultyCalloc, calloc, size_t count, size_t size)
{
    return fails(Memory, hasBegun()) ? nullptr : __libc_calloc(count, size);
}
FAULTS_REPLACE(void*, faultyRealloc, realloc, void* old, size_t size)
{
    return size > 0 && fails(Memory, hasBegun()) ? nullptr : __libc_realloc(old, size);
}
FAULTS_REPLACE(int, faultyPosixMemalign, posix_memalign, void** result, size_t alignment,
               size_t size)
{
    if (fails(Memory, hasBegun()))
        return ENOMEM;
    *result = __libc_memalign(alignment, size);
    return *result == nullptr ? ENOMEM : 0;
}
FAULTS_REPLACE(void*, faultyAlignedAlloc, aligned_alloc, size_t alignment, size_t size)
{
    return fails(Memory, hasBegun()) ? nullptr : __libc_memalign(alignment, size);
}
FAULTS_REPLACE(int, faultyPthreadCreate, pthread_create, pthread_t* thread,
               const pthread_attr_t* attributes, void* (*begin)(void*), void* argument)
{
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto real = original<Create>("pthread_create");
    return fails(Thread, hasBegun()) ? EAGAIN : real(thread, attributes, begin, argument);
}
