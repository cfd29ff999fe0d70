#include "core/data/kept_file.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace core {

namespace {

/// Files used least lately go when all together are larger.
constexpr uint64_t kMostBytes = uint64_t{20} << 30;
constexpr std::string_view kExtension = ".corpus";
constexpr std::string_view kTemporary = ".corpus.";

/// Removes what writers that were killed have left: a writer that is alive holds its lock.
void removeLeftovers(const std::filesystem::path& folder)
{
    std::error_code error;
    for (auto each = std::filesystem::directory_iterator(folder, error);
         !error && each != std::filesystem::end(each); each.increment(error)) {
        if (!each->path().filename().string().starts_with(kTemporary))
            continue;
        try {
            const FileDescriptor file = openRegularFile(each->path(), O_RDONLY, Links::Refuse);
            std::error_code ignored;
            if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
                std::filesystem::remove(each->path(), ignored);
        } catch (const Error&) {
            continue; // None of ours.
        }
    }
}

/// Removes the entries that were used least lately until the others are small enough together.
void removeOld(const std::filesystem::path& folder)
{
    struct Entry {
        std::filesystem::file_time_type used;
        uint64_t bytes = 0;
        std::filesystem::path path;
    };
    std::error_code error;
    std::vector<Entry> entries;
    for (auto each = std::filesystem::directory_iterator(folder, error);
         !error && each != std::filesystem::end(each); each.increment(error))
        if (each->path().extension() == kExtension && each->is_regular_file(error))
            entries.push_back({each->last_write_time(error), each->file_size(error), each->path()});
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used > b.used; });
    uint64_t bytes = 0;
    for (const Entry& entry : entries) {
        bytes += entry.bytes;
        if (bytes > kMostBytes)
            std::filesystem::remove(entry.path, error);
    }
}

} // namespace

std::filesystem::path cacheFolder()
{
    const auto variable = [](const char* name) -> std::filesystem::path {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    if (const auto folder = variable("XDG_CACHE_HOME"); folder.is_absolute())
        return folder / "unroll";
    const auto home = variable("HOME");
    return home.is_absolute() ? home / ".cache" / "unroll" : std::filesystem::path();
}

KeptFile::KeptFile(const std::string& key)
{
    if (const std::filesystem::path folder = cacheFolder(); !key.empty() && !folder.empty())
        m_path = folder / (key + std::string(kExtension));
}

std::shared_ptr<const MappedFile> KeptFile::find() const
{
    std::error_code ignored;
    if (m_path.empty()
        || !std::filesystem::exists(std::filesystem::symlink_status(m_path, ignored)))
        return nullptr;
    try {
        const FileDescriptor file = openRegularFile(m_path, O_RDONLY, Links::Refuse);
        struct stat status { };
        if (::fstat(file.get(), &status) != 0 || status.st_uid != ::geteuid())
            return nullptr;
        return std::make_shared<const MappedFile>(file, static_cast<size_t>(status.st_size),
                                                  m_path);
    } catch (const Error&) {
        return nullptr;
    }
}

void KeptFile::confirm(bool isValid) const
{
    std::error_code ignored;
    if (isValid)
        std::filesystem::last_write_time(m_path, std::filesystem::file_time_type::clock::now(),
                                         ignored);
    else
        std::filesystem::remove(m_path, ignored);
}

void KeptFile::keep(const std::function<bool(int file)>& write) const
{
    if (m_path.empty())
        return;
    std::error_code error;
    const std::filesystem::path folder = m_path.parent_path();
    std::filesystem::create_directories(folder, error);
    removeLeftovers(folder);
    std::string temporary = (folder / (std::string(kTemporary) + "XXXXXX")).string();
    const FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.get() < 0)
        return;
    ::flock(file.get(), LOCK_EX | LOCK_NB);
    try {
        const bool written = write(file.get()) && ::fsync(file.get()) == 0
            && ::rename(temporary.c_str(), m_path.c_str()) == 0;
        if (!written)
            std::filesystem::remove(temporary, error);
    } catch (...) {
        std::filesystem::remove(temporary, error);
        throw;
    }
    removeOld(folder);
}

} // namespace core
