#include "core/base/regular_file.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace core {

namespace {

enum class Use { Read, Write };

[[noreturn]] void throwUnusable(const std::filesystem::path& path, Use use, int error)
{
    const std::string detail = std::strerror(error);
    if (use == Use::Read)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {path.string()}},
                    {"Check that it exists, that it is a file and that you may read it.", {}},
                    detail);
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {path.string()}},
                {"Check that the folder exists and that you may write to it.", {}}, detail);
}

[[noreturn]] void throwNoFile(const std::filesystem::path& path, Use use)
{
    throw Error(use == Use::Read ? ErrorCode::FileMissing : ErrorCode::FileUnwritable,
                {"%1 is not a file but a pipe, a socket or a device.", {path.string()}},
                {"Put a file in its place, or choose another one.", {}});
}

[[noreturn]] void throwLink(const std::filesystem::path& path, Use use)
{
    throw Error(use == Use::Read ? ErrorCode::FileMissing : ErrorCode::FileUnwritable,
                {"%1 is a link, which may lead anywhere, and was not opened.", {path.string()}},
                {"Put the file itself in its place.", {}});
}

} // namespace

FileDescriptor::~FileDescriptor()
{
    if (m_value >= 0)
        ::close(m_value);
}

FileDescriptor openRegularFile(const std::filesystem::path& path, int flags, Links links)
{
    const Use use = (flags & O_ACCMODE) == O_RDONLY ? Use::Read : Use::Write;
    const int noLink = links == Links::Refuse ? O_NOFOLLOW : 0;
    // Without O_NONBLOCK the opening of a pipe waits for somebody at its other end.
    FileDescriptor file(::open(path.c_str(), flags | noLink | O_NONBLOCK | O_CLOEXEC, 0666));
    if (file.get() < 0 && errno == ELOOP && links == Links::Refuse)
        throwLink(path, use);
    if (file.get() < 0 && errno == ENXIO)
        throwNoFile(path, use);
    struct stat status { };
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
        throwUnusable(path, use, errno);
    if (S_ISDIR(status.st_mode))
        throwUnusable(path, use, EISDIR);
    if (!S_ISREG(status.st_mode))
        throwNoFile(path, use);
    return file;
}

FileDescriptor openUnnamedFile(const std::filesystem::path& folder)
{
    return FileDescriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

RegularFile::RegularFile(const std::filesystem::path& path, Links links)
    : m_path(path), m_file(openRegularFile(path, O_RDONLY, links))
{
    struct stat status { };
    if (::fstat(m_file.get(), &status) != 0)
        throwUnusable(path, Use::Read, errno);
    m_size = static_cast<uint64_t>(status.st_size);
}

size_t RegularFile::read(void* target, size_t count)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t now = ::read(m_file.get(), static_cast<char*>(target) + done, count - done);
        if (now < 0 && errno == EINTR)
            continue;
        if (now < 0)
            throwUnusable(m_path, Use::Read, errno);
        if (now == 0)
            break;
        done += static_cast<size_t>(now);
    }
    return done;
}

} // namespace core
