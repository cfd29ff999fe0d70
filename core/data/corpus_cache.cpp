#include "core/data/corpus_cache.h"

#include "core/base/json.h"
#include "core/base/regular_file.h"
#include "core/data/cells/cell_text.h"
#include "core/data/content_hash.h"
#include "core/data/corpus_entry.h"
#include "core/data/readers_fingerprint.h" // Made by core/data/CMakeLists.txt.
#include "core/data/source/source_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Files below this are read in a moment.
constexpr uint64_t kLeastBytes = uint64_t{8} << 20;
/// Entries used least lately go when all together are larger.
constexpr uint64_t kMostBytes = uint64_t{20} << 30;
constexpr std::string_view kExtension = ".corpus";
constexpr std::string_view kTemporary = ".corpus.";

std::vector<std::string> pathsOf(const DataSpec& spec)
{
    std::vector<std::string> all;
    for (const auto* paths : {&spec.train, &spec.valid, &spec.test, &spec.trainTarget,
                              &spec.validTarget, &spec.testTarget})
        all.insert(all.end(), paths->begin(), paths->end());
    return all;
}

/// Everything that decides what is read, but for the bytes of the files.
std::string settingsText(const DataSpec& spec, const TaskColumns& columns)
{
    Json settings{{"train", spec.train},
                  {"valid", spec.valid},
                  {"test", spec.test},
                  {"train_target", spec.trainTarget},
                  {"valid_target", spec.validTarget},
                  {"test_target", spec.testTarget},
                  {"languages", {spec.sourceLanguage, spec.targetLanguage}},
                  {"format", {spec.format.kind, spec.format.options}},
                  {"encoding", spec.encoding},
                  {"skip", spec.skipBadRows}};
    for (const ColumnKind kind : columns.kinds)
        settings["columns"].push_back(static_cast<int>(kind));
    if (!columns.features.empty())
        settings["features"] = columns.features;
    return std::string(kEntryMark) + kReadersFingerprint
        + settings.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void addFile(const fs::path& path, const Monitor& monitor, ContentHash& hash)
{
    RegularFile file(path);
    hash.add(path.string() + '\n' + std::to_string(file.size()) + '\n');
    std::string block(kEntryBlock, '\0');
    while (const size_t count = file.read(block.data(), block.size())) {
        monitor.throwIfStopped();
        hash.add(std::string_view(block).substr(0, count));
    }
}

/// Removes what writers that were killed have left: a writer that is alive holds its lock.
void removeLeftovers(const fs::path& folder)
{
    std::error_code error;
    for (auto each = fs::directory_iterator(folder, error); !error && each != fs::end(each);
         each.increment(error)) {
        if (!each->path().filename().string().starts_with(kTemporary))
            continue;
        try {
            const FileDescriptor file = openRegularFile(each->path(), O_RDONLY, Links::Refuse);
            std::error_code ignored;
            if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
                fs::remove(each->path(), ignored);
        } catch (const Error&) {
            continue; // None of ours.
        }
    }
}

/// Removes the entries that were used least lately until the others are small enough together.
void removeOld(const fs::path& folder)
{
    struct Entry {
        fs::file_time_type used;
        uint64_t bytes = 0;
        fs::path path;
    };
    std::error_code error;
    std::vector<Entry> entries;
    for (auto each = fs::directory_iterator(folder, error); !error && each != fs::end(each);
         each.increment(error))
        if (each->path().extension() == kExtension && each->is_regular_file(error))
            entries.push_back({each->last_write_time(error), each->file_size(error), each->path()});
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used > b.used; });
    uint64_t bytes = 0;
    for (const Entry& entry : entries) {
        bytes += entry.bytes;
        if (bytes > kMostBytes)
            fs::remove(entry.path, error);
    }
}

} // namespace

fs::path cacheFolder()
{
    const auto variable = [](const char* name) -> fs::path {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    if (const auto folder = variable("XDG_CACHE_HOME"); folder.is_absolute())
        return folder / "unroll";
    const auto home = variable("HOME");
    return home.is_absolute() ? home / ".cache" / "unroll" : fs::path();
}

std::vector<fs::path> filesOnDisk(const DataSpec& spec)
{
    std::vector<fs::path> files;
    for (const std::string& path : pathsOf(spec))
        for (fs::path& file : filesOnDisk(path))
            files.push_back(std::move(file));
    return files;
}

std::string stampsOf(const std::vector<fs::path>& files)
{
    std::string stamps;
    for (const fs::path& file : files) {
        struct stat status { };
        if (::stat(file.c_str(), &status) != 0)
            return {};
        for (const auto value : {int64_t(status.st_size), int64_t(status.st_ino),
                                 int64_t(status.st_mtim.tv_sec), int64_t(status.st_mtim.tv_nsec)})
            stamps += std::to_string(value) + ' ';
    }
    return stamps;
}

std::string contentKey(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    ContentHash hash;
    hash.add(settingsText(spec, columns));
    try {
        for (const fs::path& file : filesOnDisk(spec))
            addFile(file, monitor, hash);
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return {}; // Reading will say why.
    }
    return hash.text();
}

CorpusCache::CorpusCache(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
    : m_files(filesOnDisk(spec)), m_columns(columns)
{
    const fs::path folder = cacheFolder();
    uint64_t bytes = 0;
    for (const std::string& path : pathsOf(spec))
        bytes += bytesOnDisk(path);
    m_stamps = stampsOf(m_files);
    if (bytes < kLeastBytes || folder.empty() || m_stamps.empty())
        return;
    if (const std::string key = contentKey(spec, columns, monitor); !key.empty())
        m_entry = folder / (key + std::string(kExtension));
}

std::optional<Corpus> CorpusCache::find(const Monitor& monitor) const
{
    std::error_code ignored;
    if (m_entry.empty() || !fs::exists(fs::symlink_status(m_entry, ignored)))
        return std::nullopt;
    try {
        const FileDescriptor file = openRegularFile(m_entry, O_RDONLY, Links::Refuse);
        struct stat status { };
        if (::fstat(file.get(), &status) != 0 || status.st_uid != ::geteuid())
            return std::nullopt;
        const auto mapped = std::make_shared<const MappedFile>(
            file, static_cast<size_t>(status.st_size), m_entry);
        auto data = readEntry(mapped, m_columns, monitor);
        if (data)
            fs::last_write_time(m_entry, fs::file_time_type::clock::now(), ignored);
        else
            fs::remove(m_entry, ignored);
        return data;
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return std::nullopt;
    }
}

void CorpusCache::keep(const Corpus& data, const Monitor& monitor) const
{
    std::error_code error;
    const bool plain = std::all_of(data.notes.begin(), data.notes.end(), [](const Message& note) {
        return std::all_of(note.arguments.begin(), note.arguments.end(), isValidUtf8);
    });
    if (m_entry.empty() || !plain || stampsOf(m_files) != m_stamps)
        return;
    const fs::path folder = m_entry.parent_path();
    fs::create_directories(folder, error);
    removeLeftovers(folder);
    std::string temporary = (folder / (std::string(kTemporary) + "XXXXXX")).string();
    const FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.get() < 0)
        return;
    ::flock(file.get(), LOCK_EX | LOCK_NB);
    try {
        monitor.report({{"Caching the data for the next time", {}}});
        const bool written = writeEntry(file.get(), data, monitor) && ::fsync(file.get()) == 0
            && ::rename(temporary.c_str(), m_entry.c_str()) == 0;
        if (!written)
            fs::remove(temporary, error);
    } catch (...) {
        fs::remove(temporary, error);
        throw;
    }
    removeOld(folder);
}

} // namespace core
