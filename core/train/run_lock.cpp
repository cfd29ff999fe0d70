#include "core/train/run_lock.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace core {

namespace {

std::filesystem::path lockPath(const std::filesystem::path& run)
{
    return run / "run.lock";
}

} // namespace

RunLock::RunLock(const std::filesystem::path& run)
{
    // O_CLOEXEC: a helper process that outlives us must not keep the folder.
    m_descriptor = ::open(lockPath(run).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (m_descriptor < 0) {
        const int error = errno;
        throw Error(ErrorCode::FileUnwritable,
                    {"The run folder %1 cannot be written to.", {run.string()}},
                    {"Choose a folder in which you may write, on a disk with free space.", {}},
                    std::strerror(error));
    }
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        ::close(m_descriptor);
        throw Error(ErrorCode::BadSetting,
                    {"Another training is using the run folder %1.", {run.string()}},
                    {"Wait until it ends, stop it, or choose another folder.", {}});
    }
}

RunLock::~RunLock()
{
    ::close(m_descriptor);
}

bool RunLock::isHeld(const std::filesystem::path& run)
{
    const int descriptor = ::open(lockPath(run).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    ::close(descriptor);
    return held;
}

} // namespace core
