#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

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

/// Closes its descriptor when it goes out of scope.
class Descriptor {
public:
    explicit Descriptor(int value) : m_value(value) { }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    int get() const { return m_value; }
    int release() { return std::exchange(m_value, -1); }

private:
    int m_value;
};

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

} // namespace

void writeFileAtomically(const std::filesystem::path& path, std::string_view content)
{
    writeFileAtomically(path, std::span(&content, 1));
}

void writeFileAtomically(const std::filesystem::path& path,
                         std::span<const std::string_view> pieces)
{
    const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::string temporary = (parent / ("." + path.filename().string() + ".XXXXXX")).string();
    Descriptor file(::mkstemp(temporary.data()));
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
    const Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY));
    if (folder.get() >= 0)
        ::fsync(folder.get());
}

std::string readFile(const std::filesystem::path& path, uint64_t largestBytes)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ifstream stream(path, std::ios::binary);
    if (error || !stream)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {path.string()}},
                    {"Check that it exists, that it is a file and that you may read it.", {}},
                    error.message());
    if (size > largestBytes)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is too large to be what it should be.", {path.string()}});
    std::string content(size, '\0');
    stream.read(content.data(), static_cast<std::streamsize>(size));
    content.resize(static_cast<size_t>(stream.gcount()));
    return content;
}

} // namespace core
