#include "core/data/corpus_cache.h"

#include "core/base/json.h"
#include "core/base/regular_file.h"
#include "core/data/cells/cell_text.h"
#include "core/data/content_hash.h"
#include "core/data/corpus_entry.h"
#include "core/data/readers_fingerprint.h" // Made by core/data/CMakeLists.txt.
#include "core/data/source/source_files.h"

#include <sys/stat.h>

#include <algorithm>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Files below this are read in a moment.
constexpr uint64_t kLeastBytes = uint64_t{8} << 20;

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

} // namespace

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
    uint64_t bytes = 0;
    for (const std::string& path : pathsOf(spec))
        bytes += bytesOnDisk(path);
    m_stamps = stampsOf(m_files);
    if (bytes < kLeastBytes || cacheFolder().empty() || m_stamps.empty())
        return;
    m_key = contentKey(spec, columns, monitor);
    m_entry = KeptFile(m_key);
}

std::optional<Corpus> CorpusCache::find(const Monitor& monitor) const
{
    const auto mapped = m_entry.find();
    if (mapped == nullptr)
        return std::nullopt;
    try {
        auto data = readEntry(mapped, m_columns, monitor);
        m_entry.confirm(data.has_value());
        return data;
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return std::nullopt;
    }
}

void CorpusCache::keep(const Corpus& data, const Monitor& monitor) const
{
    const bool plain = std::all_of(data.notes.begin(), data.notes.end(), [](const Message& note) {
        return std::all_of(note.arguments.begin(), note.arguments.end(), isValidUtf8);
    });
    if (!plain || stampsOf(m_files) != m_stamps)
        return;
    m_entry.keep([&](int file) {
        monitor.report({{"Caching the data for the next time", {}}});
        return writeEntry(file, data, monitor);
    });
}

} // namespace core
