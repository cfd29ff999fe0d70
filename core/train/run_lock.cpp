#include "core/train/run_lock.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/file.h>

namespace core {

namespace {

std::filesystem::path lockPath(const std::filesystem::path& run)
{
    return run / "run.lock";
}

} // namespace

RunLock::RunLock(const std::filesystem::path& run)
    : m_file(openRegularFile(lockPath(run), O_RDWR | O_CREAT, Links::Refuse))
{
    if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0)
        throw Error(ErrorCode::BadSetting,
                    {"Another training is using the run folder %1.", {run.string()}},
                    {"Wait until it ends, stop it, or choose another folder.", {}});
}

bool RunLock::isHeld(const std::filesystem::path& run)
{
    try {
        const FileDescriptor file = openRegularFile(lockPath(run), O_RDONLY, Links::Refuse);
        return ::flock(file.get(), LOCK_SH | LOCK_NB) != 0;
    } catch (const Error&) {
        return false; // Nobody has locked what is not there.
    }
}

} // namespace core
