#include "core/base/regular_file.h"

#include "core/base/error.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace core {

namespace {

enum class Use { Read, Write };

[[noreturn]] void throwUnusable(const FilePlace& place, Use use, int error)
{
    if (use == Use::Write)
        throwUnwritable(place, error);
    throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {place.path().string()}},
                {"Check that it exists, that it is a file and that you may read it.", {}},
                std::strerror(error));
}

[[noreturn]] void throwNoFile(const FilePlace& place, Use use)
{
    throw Error(use == Use::Read ? ErrorCode::FileMissing : ErrorCode::FileUnwritable,
                {"%1 is not a file but a pipe, a socket or a device.", {place.path().string()}},
                {"Put a file in its place, or choose another one.", {}});
}

[[noreturn]] void throwLink(const FilePlace& place, Use use)
{
    throw Error(
        use == Use::Read ? ErrorCode::FileMissing : ErrorCode::FileUnwritable,
        {"%1 is a link, which may lead anywhere, and was not opened.", {place.path().string()}},
        {"Put the file itself in its place.", {}});
}

} // namespace

FileDescriptor::~FileDescriptor()
{
    if (m_value >= 0)
        ::close(m_value);
}

FilePlace FilePlace::held(const FilePlace& place, Links links)
{
    const int noLink = links == Links::Refuse ? O_NOFOLLOW : 0;
    auto folder = std::make_shared<const FileDescriptor>(::openat(
        place.folder(), place.name(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | noLink));
    if (folder->get() < 0)
        throw Error(ErrorCode::FileMissing,
                    {"%1 is not a folder that can be opened.", {place.path().string()}},
                    {"Check that it is a folder itself, not a link, and that you may read it.", {}},
                    std::strerror(errno));
    FilePlace result = place;
    result.m_folder = std::move(folder);
    result.m_name = ".";
    return result;
}

FilePlace FilePlace::operator/(const std::string& name) const
{
    FilePlace inner = *this;
    inner.m_path /= name;
    inner.m_name = (m_name == "." ? std::filesystem::path() : m_name) / name;
    return inner;
}

FilePlace FilePlace::beside(const std::string& name) const
{
    FilePlace other = *this;
    other.m_path.replace_filename(name);
    other.m_name.replace_filename(name);
    return other;
}

int FilePlace::folder() const
{
    return m_folder == nullptr ? AT_FDCWD : m_folder->get();
}

bool isThere(const FilePlace& place)
{
    struct stat status { };
    if (::fstatat(place.folder(), place.name(), &status, AT_SYMLINK_NOFOLLOW) == 0)
        return true;
    if (errno == ENOENT || errno == ENOTDIR)
        return false;
    throw Error(ErrorCode::FileMissing,
                {"The system does not tell whether %1 exists.", {place.path().string()}},
                {"Check that you may read the folder, and that its disk works.", {}},
                std::strerror(errno));
}

FilePlace makeFolder(const FilePlace& place)
{
    if (::mkdirat(place.folder(), place.name(), 0777) != 0 && errno != EEXIST)
        throw Error(ErrorCode::FileUnwritable, {"%1 could not be made.", {place.path().string()}},
                    {"Choose a folder in which you may write, on a disk with free space.", {}},
                    std::strerror(errno));
    syncFolderOf(place);
    return FilePlace::held(place, Links::Refuse);
}

void renameFile(const FilePlace& from, const FilePlace& to)
{
    if (::renameat(from.folder(), from.name(), to.folder(), to.name()) != 0)
        throwUnwritable(to, errno);
}

bool linkFile(const FilePlace& file, const FilePlace& name)
{
    return ::linkat(file.folder(), file.name(), name.folder(), name.name(), 0) == 0;
}

void removeFile(const FilePlace& place)
{
    ::unlinkat(place.folder(), place.name(), 0);
}

std::vector<std::string> fileNames(const FilePlace& folder)
{
    std::vector<std::string> names;
    FileDescriptor opened(
        ::openat(folder.folder(), folder.name(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC));
    DIR* const all = opened.get() < 0 ? nullptr : ::fdopendir(opened.get());
    if (all == nullptr)
        return names;
    opened.release();
    const std::unique_ptr<DIR, int (*)(DIR*)> closed(all, ::closedir);
    while (const dirent* each = ::readdir(all)) {
        struct stat status { };
        if (::fstatat(::dirfd(all), each->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && S_ISREG(status.st_mode))
            names.emplace_back(each->d_name);
    }
    return names;
}

void syncFolderOf(const FilePlace& place)
{
    const std::filesystem::path parent = std::filesystem::path(place.name()).parent_path();
    const FileDescriptor folder(::openat(place.folder(), parent.empty() ? "." : parent.c_str(),
                                         O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC));
    if (folder.get() >= 0)
        ::fsync(folder.get());
}

FileDescriptor openRegularFile(const FilePlace& place, int flags, Links links)
{
    const Use use = (flags & O_ACCMODE) == O_RDONLY ? Use::Read : Use::Write;
    const int noLink = links == Links::Refuse ? O_NOFOLLOW : 0;
    // Without O_NONBLOCK the opening of a pipe waits for its other end.
    FileDescriptor file(
        ::openat(place.folder(), place.name(), flags | noLink | O_NONBLOCK | O_CLOEXEC, 0666));
    if (file.get() < 0 && errno == ELOOP && links == Links::Refuse)
        throwLink(place, use);
    if (file.get() < 0 && errno == ENXIO)
        throwNoFile(place, use);
    struct stat status { };
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
        throwUnusable(place, use, errno);
    if (S_ISDIR(status.st_mode))
        throwUnusable(place, use, EISDIR);
    if (!S_ISREG(status.st_mode))
        throwNoFile(place, use);
    return file;
}

void throwUnwritable(const FilePlace& place, int error)
{
    Message advice{"Check that the folder exists and that you may write to it.", {}};
    if (error == ENOSPC || error == EDQUOT)
        advice = {"The disk is full: free some space and try again.", {}};
    else if (error == EFBIG)
        advice = {"The file would become larger than is allowed here; \"ulimit -f\" tells the "
                  "limit.",
                  {}};
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {place.path().string()}},
                advice, std::strerror(error));
}

FileDescriptor openUnnamedFile(const std::filesystem::path& folder)
{
    return FileDescriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

RegularFile::RegularFile(const FilePlace& place, Links links)
    : m_place(place), m_file(openRegularFile(place, O_RDONLY, links))
{
    struct stat status { };
    if (::fstat(m_file.get(), &status) != 0)
        throwUnusable(m_place, Use::Read, errno);
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
            throwUnusable(m_place, Use::Read, errno);
        if (now == 0)
            break;
        done += static_cast<size_t>(now);
    }
    return done;
}

} // namespace core
