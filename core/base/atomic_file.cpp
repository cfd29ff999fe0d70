#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <random>

namespace core {

namespace {

constexpr size_t kDrawn = 6; ///< Letters that tell temporary files apart.

/// A new file that is renamed over another one, or removed without a trace.
class TemporaryFile {
public:
    explicit TemporaryFile(const FilePlace& target) : m_target(target), m_place(target)
    {
        constexpr int kTries = 100;
        for (int tries = 0; tries < kTries && m_file.get() < 0; ++tries) {
            m_place = target.beside("." + target.fileName() + "." + drawnLetters());
            // The system takes the user's umask off: files of a run are shared.
            m_file = FileDescriptor(::openat(m_place.folder(), m_place.name(),
                                             O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                             0666));
            if (m_file.get() < 0 && errno != EEXIST)
                break;
        }
        if (m_file.get() < 0)
            throwUnwritable(target, errno);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile()
    {
        if (!m_renamed)
            ::unlinkat(m_place.folder(), m_place.name(), 0);
    }

    int descriptor() const { return m_file.get(); }
    /// @throws Error{FileUnwritable}; then the target is as it was.
    void takePlace()
    {
        if (::fsync(m_file.get()) != 0 || ::close(m_file.release()) != 0)
            throwUnwritable(m_target, errno);
        renameFile(m_place, m_target);
        m_renamed = true;
        syncFolderOf(m_target);
    }

private:
    FilePlace m_target, m_place;
    FileDescriptor m_file;
    bool m_renamed = false;
};

} // namespace

std::string drawnLetters()
{
    constexpr std::string_view kLetters
        = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::random_device source;
    std::string letters(kDrawn, ' ');
    for (char& letter : letters)
        letter = kLetters[source() % kLetters.size()];
    return letters;
}

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

void writeFileAtomically(const FilePlace& place, std::string_view content)
{
    writeFileAtomically(place, std::span(&content, 1));
}

void writeFileAtomically(const FilePlace& place, std::span<const std::string_view> pieces)
{
    TemporaryFile file(place);
    for (const std::string_view piece : pieces)
        if (!writeAll(file.descriptor(), piece))
            throwUnwritable(place, errno);
    file.takePlace();
}

FileDescriptor openOwnFile(const FilePlace& place, int flags)
{
    FileDescriptor file = openRegularFile(place, flags | O_CREAT, Links::Refuse);
    struct stat status { };
    if (::fstat(file.get(), &status) != 0)
        throwUnwritable(place, errno);
    if (status.st_nlink <= 1)
        return file;
    RegularFile shared(place, Links::Refuse);
    TemporaryFile own(place);
    std::string block(size_t{1} << 20, '\0');
    while (const size_t count = shared.read(block.data(), block.size()))
        if (!writeAll(own.descriptor(), std::string_view(block).substr(0, count)))
            throwUnwritable(place, errno);
    own.takePlace();
    return openRegularFile(place, flags, Links::Refuse);
}

bool isTemporaryOf(const std::string& name, const std::string& file)
{
    const std::string prefix = "." + file + ".";
    return name.size() == prefix.size() + kDrawn && name.starts_with(prefix)
        && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                       [](unsigned char letter) { return std::isalnum(letter) != 0; });
}

std::string readFile(const FilePlace& place, uint64_t largestBytes, Links links)
{
    const auto check = [&](uint64_t bytes) {
        if (bytes > largestBytes)
            throw Error(ErrorCode::FileMalformed,
                        {"%1 is too large for a file of its kind.", {place.path().string()}});
    };
    RegularFile file(place, links);
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
