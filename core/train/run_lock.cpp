#include "core/train/run_lock.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace core {

namespace {

constexpr const char* kLockFile = "run.lock";

/// A lock on the whole file that belongs to the open file description (F_OFD_SETLK): other threads
/// of this process are held off as well, and closing another descriptor does not free it.
struct flock wholeFile()
{
    struct flock lock { };
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

[[noreturn]] void throwHeld(const FilePlace& run)
{
    throw Error(ErrorCode::BadSetting,
                {"Another training is using the run folder %1.", {run.path().string()}},
                {"Wait until it ends, stop it, or choose another folder.", {}},
                std::strerror(errno));
}

} // namespace

RunLock::RunLock(const FilePlace& run)
{
    // A lock file that another folder shares (hard links) is replaced; of two trainings that begin
    // at once only one may do that.
    const FilePlace folder = FilePlace::held(run);
    if (::flock(folder.folder(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throwHeld(run);
    m_file = openOwnFile(folder / kLockFile, O_RDWR);
    struct flock lock = wholeFile();
    if (::fcntl(m_file.get(), F_OFD_SETLK, &lock) == 0)
        return;
    if (errno != EAGAIN && errno != EACCES)
        throwUnwritable(folder / kLockFile, errno); // A file system without locks.
    throwHeld(run);
}

bool RunLock::isHeld(const FilePlace& run)
{
    try {
        const FileDescriptor file = openRegularFile(run / kLockFile, O_RDONLY, Links::Refuse);
        struct flock lock = wholeFile();
        return ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    } catch (const Error&) {
        return false; // Without a lock file it is not locked.
    }
}

} // namespace core
