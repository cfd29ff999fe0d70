#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace core {

namespace {

[[noreturn]] void throwUnwritable(const std::filesystem::path& path, int error)
{
    Message advice{"Check that the folder exists and that you may write to it.", {}};
    if (error == ENOSPC || error == EDQUOT)
        advice = {"The disk is full: free some space and try again.", {}};
    throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {path.string()}}, advice,
                std::strerror(error));
}

} // namespace

bool writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        content.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view content)
{
    writeFileAtomically(path, std::span(&content, 1));
}

void writeFileAtomically(const std::filesystem::path& path,
                         std::span<const std::string_view> pieces)
{
    const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::string temporary = (parent / ("." + path.filename().string() + ".XXXXXX")).string();
    FileDescriptor file(::mkstemp(temporary.data()));
    if (file.get() < 0)
        throwUnwritable(path, errno);
    // mkstemp makes files private; users share runs, so give what their umask allows.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const auto writePiece = [&](std::string_view piece) { return writeAll(file.get(), piece); };
    const bool written = ::fchmod(file.get(), 0666 & ~mask) == 0
        && std::all_of(pieces.begin(), pieces.end(), writePiece) && ::fsync(file.get()) == 0
        && ::close(file.release()) == 0 && ::rename(temporary.c_str(), path.c_str()) == 0;
    if (!written) {
        const int error = errno;
        ::unlink(temporary.c_str());
        throwUnwritable(path, error);
    }
    // Without this a power cut may bring the old name back. Not every file system allows it.
    const FileDescriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY));
    if (folder.get() >= 0)
        ::fsync(folder.get());
}

bool isTemporaryOf(const std::string& name, const std::string& file)
{
    const std::string prefix = "." + file + ".";
    constexpr size_t kDrawn = 6; // The letters that mkstemp draws.
    return name.size() == prefix.size() + kDrawn && name.starts_with(prefix)
        && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                       [](unsigned char letter) { return std::isalnum(letter) != 0; });
}

std::string readFile(const std::filesystem::path& path, uint64_t largestBytes, Links links)
{
    const auto check = [&](uint64_t bytes) {
        if (bytes > largestBytes)
            throw Error(ErrorCode::FileMalformed,
                        {"%1 is too large for a file of its kind.", {path.string()}});
    };
    RegularFile file(path, links);
    check(file.size());
    std::string content(file.size(), '\0');
    content.resize(file.read(content.data(), content.size()));
    // A log grows while it is read, and files of /proc say that they are empty: the end decides.
    std::array<char, 4096> more;
    while (const size_t count = file.read(more.data(), more.size())) {
        content.append(more.data(), count);
        check(content.size());
    }
    return content;
}

} // namespace core
