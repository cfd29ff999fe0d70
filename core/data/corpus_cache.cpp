#include "core/data/corpus_cache.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/label_index.h"
#include "core/data/readers_fingerprint.h" // Made by core/data/CMakeLists.txt.
#include "core/data/source/source_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>

#define XXH_INLINE_ALL // As in preview_builder.cpp.
#include <xxhash.h>

namespace core {

namespace {

namespace fs = std::filesystem;

/// Files below this are read in a moment.
constexpr uint64_t kLeastBytes = uint64_t{8} << 20;
/// Entries used least lately go when all together are larger.
constexpr uint64_t kMostBytes = uint64_t{20} << 30;
constexpr std::string_view kExtension = ".corpus";
/// Changes with the layout of entries. The sources of the readers, on which the content depends,
/// are part of an entry's name as well (kReadersFingerprint).
constexpr std::string_view kMark = "unroll corpus 2\n";
constexpr std::string_view kTemporary = ".corpus.";
constexpr size_t kEntryBlock = size_t{4} << 20;
constexpr std::array kCorpusParts{&Corpus::train, &Corpus::valid, &Corpus::test};

class ContentHash {
public:
    ContentHash() { XXH3_128bits_reset(&m_state); }
    void add(std::string_view bytes) { XXH3_128bits_update(&m_state, bytes.data(), bytes.size()); }
    std::string text() const
    {
        const XXH128_hash_t value = XXH3_128bits_digest(&m_state);
        XXH128_canonical_t bytes;
        XXH128_canonicalFromHash(&bytes, value);
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string digits;
        for (const unsigned char byte : bytes.digest) {
            digits += kDigits[byte >> 4];
            digits += kDigits[byte & 15];
        }
        return digits;
    }

private:
    XXH3_state_t m_state;
};
constexpr size_t kHashDigits = 32;

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
    return std::string(kMark) + kReadersFingerprint
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

/// Writes an entry: the mark, the hash of all that follows, the size of its description, that
/// itself, and the values of every column.
class EntryWriter {
public:
    explicit EntryWriter(int file) : m_file(file) { }

    bool write(const Corpus& data, const Monitor& monitor)
    {
        m_good = writeAll(m_file, kMark) && writeAll(m_file, std::string(kHashDigits, '0'));
        const std::string description = descriptionOf(data).dump();
        addValues(std::array{uint64_t{description.size()}});
        add(description);
        for (const auto split : kCorpusParts)
            for (const Column& column : (data.*split).columns) {
                addTexts(column.texts, monitor);
                addValues(column.classes);
                addValues(column.numbers);
            }
        flush();
        const std::string hash = m_hash.text();
        return m_good
            && ::pwrite(m_file, hash.data(), hash.size(), off_t(kMark.size()))
            == ssize_t(hash.size());
    }

private:
    static Json descriptionOf(const Corpus& data)
    {
        Json parts = Json::array(), notes = Json::array();
        for (const auto split : kCorpusParts) {
            Json part = Json::array();
            for (const Column& column : (data.*split).columns)
                part.push_back({column.texts.size(), column.classes.size(), column.numbers.size()});
            parts.push_back(part);
        }
        for (const Message& note : data.notes)
            notes.push_back({note.text, note.arguments});
        return {{"classes", data.classes},
                {"skipped", data.skippedRows},
                {"notes", notes},
                {"parts", parts}};
    }

    void addTexts(const TextColumn& texts, const Monitor& monitor)
    {
        std::vector<uint64_t> ends;
        for (const std::string_view text : texts)
            ends.push_back((ends.empty() ? 0 : ends.back()) + text.size());
        addValues(ends);
        const TextList list = texts.list();
        for (size_t i = 0, released = 0; i < list.size(); ++i) {
            add(list[i]);
            if (i + 1 < list.size() && ends[i] - (released ? ends[released - 1] : 0) < kEntryBlock)
                continue;
            monitor.throwIfStopped();
            list.release(released, i + 1 - released);
            released = i + 1;
        }
    }
    template <class Values> void addValues(const Values& values)
    {
        add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
    }
    void add(std::string_view bytes)
    {
        m_hash.add(bytes);
        m_waiting += bytes;
        if (m_waiting.size() >= kEntryBlock)
            flush();
    }
    void flush()
    {
        m_good = m_good && writeAll(m_file, m_waiting);
        m_waiting.clear();
    }

    int m_file;
    bool m_good = true;
    ContentHash m_hash;
    std::string m_waiting;
};

/// Takes an entry apart. Everything that is not as it should be ends it.
class EntryReader {
public:
    EntryReader(std::shared_ptr<const MappedFile> file, const TaskColumns& columns)
        : m_file(std::move(file)), m_rest(m_file->bytes()), m_columns(columns)
    {
    }

    std::optional<Corpus> read(const Monitor& monitor)
    {
        if (m_rest.size() < kMark.size() + kHashDigits || !m_rest.starts_with(kMark))
            return std::nullopt;
        const std::string_view hash = m_rest.substr(kMark.size(), kHashDigits);
        m_rest.remove_prefix(kMark.size() + kHashDigits);
        if (hashOf(m_rest, monitor) != hash)
            return std::nullopt;
        std::vector<uint64_t> size;
        if (!take(1, size) || size[0] > std::min<uint64_t>(m_rest.size(), uint64_t{64} << 20))
            return std::nullopt;
        const JsonReading description
            = readJson(m_rest.substr(0, size[0]), {uint64_t{64} << 20, 8, 4'000'000});
        m_rest.remove_prefix(size[0]);
        Corpus data;
        const bool good = description.value && takeDescription(*description.value, data)
            && takeParts(description.value->at("parts"), data, monitor) && m_rest.empty();
        return good ? std::optional(std::move(data)) : std::nullopt;
    }

private:
    static std::string hashOf(std::string_view bytes, const Monitor& monitor)
    {
        ContentHash hash;
        while (!bytes.empty()) {
            monitor.throwIfStopped();
            const std::string_view block = bytes.substr(0, kEntryBlock);
            hash.add(block);
            releaseMapped(block);
            bytes.remove_prefix(block.size());
        }
        return hash.text();
    }

    static bool isNames(const Json& list)
    {
        return list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& name) {
                   return name.is_string();
               });
    }
    static bool isCount(const Json& value)
    {
        return value.is_number_unsigned() && value.get<uint64_t>() <= INT32_MAX;
    }

    bool takeDescription(const Json& json, Corpus& data) const
    {
        const bool shape = json.is_object() && json.size() == 4 && json.contains("classes")
            && json.contains("skipped") && json.contains("notes") && json.contains("parts");
        if (!shape || !isNames(json["classes"]) || !isCount(json["skipped"])
            || !json["notes"].is_array() || !json["parts"].is_array())
            return false;
        data.classes = json["classes"].get<std::vector<std::string>>();
        data.skippedRows = json["skipped"].get<int64_t>();
        const bool sorted = std::is_sorted(data.classes.begin(), data.classes.end());
        const bool twice
            = std::adjacent_find(data.classes.begin(), data.classes.end()) != data.classes.end();
        const bool any
            = m_columns.answers(ColumnKind::Class) || m_columns.answers(ColumnKind::Tags);
        if (!sorted || twice || data.classes.size() > kMostClasses + 1
            || (any ? data.classes.size() < 2 : !data.classes.empty()))
            return false;
        for (const Json& note : json["notes"]) {
            if (!note.is_array() || note.size() != 2 || !note[0].is_string() || !isNames(note[1]))
                return false;
            data.notes.push_back({note[0].get<std::string>(), note[1].get<Names>()});
        }
        return json["parts"].size() == kCorpusParts.size();
    }

    bool takeParts(const Json& parts, Corpus& data, const Monitor& monitor)
    {
        for (size_t split = 0; split < kCorpusParts.size(); ++split) {
            CorpusPart& part = data.*kCorpusParts[split];
            std::vector<ColumnKind> kinds = m_columns.kinds;
            kinds.insert(kinds.end(), m_columns.features.size(), ColumnKind::Tags);
            if (!parts[split].is_array() || parts[split].size() != kinds.size())
                return false;
            for (size_t i = 0; i < kinds.size(); ++i) {
                part.columns.push_back({kinds[i], {}, {}, {}});
                const Json& sizes = parts[split][i];
                if (!sizes.is_array() || sizes.size() != 3
                    || !std::all_of(sizes.begin(), sizes.end(), isCount)
                    || !takeColumn(sizes, data.classes.size(), monitor, part.columns.back()))
                    return false;
                if (rowsOf(part.columns.back()) != part.size())
                    return false;
            }
            if (m_columns.answers(ColumnKind::Tags) && !areTags(part, data.classes, monitor))
                return false;
        }
        return data.train.size() > 0;
    }

    /// Whether each token has a tag, one of `tags`.
    static bool areTags(const CorpusPart& part, const std::vector<std::string>& tags,
                        const Monitor& monitor)
    {
        const auto isTag = [&](std::string_view tag) {
            return std::binary_search(tags.begin(), tags.end(), tag);
        };
        for (size_t i = 0; i < part.size(); ++i) {
            const auto own = tokensOf(part.texts(1)[i]);
            if (own.size() != tokensOf(part.texts()[i]).size()
                || !std::all_of(own.begin(), own.end(), isTag))
                return false;
            for (size_t column = 2; column < part.columns.size(); ++column)
                if (tokensOf(part.texts(column)[i]).size() != own.size())
                    return false;
            if (i % 4096 == 4095)
                monitor.throwIfStopped();
        }
        return true;
    }

    static size_t rowsOf(const Column& column)
    {
        return column.kind == ColumnKind::Class ? column.classes.size()
            : column.kind == ColumnKind::Number ? column.numbers.size()
                                                : column.texts.size();
    }

    bool takeColumn(const Json& sizes, size_t classes, const Monitor& monitor, Column& column)
    {
        const auto count = [&](size_t i) { return sizes[i].get<size_t>(); };
        const auto isClass
            = [&](int32_t label) { return label >= 0 && static_cast<size_t>(label) < classes; };
        const auto isFinite = [](double number) { return std::isfinite(number); };
        return takeTexts(count(0), monitor, column.texts) && take(count(1), column.classes)
            && take(count(2), column.numbers)
            && std::all_of(column.classes.begin(), column.classes.end(), isClass)
            && std::all_of(column.numbers.begin(), column.numbers.end(), isFinite);
    }

    bool takeTexts(size_t count, const Monitor& monitor, TextColumn& texts)
    {
        std::vector<uint64_t> ends;
        if (!take(count, ends))
            return false;
        const uint64_t bytes = ends.empty() ? 0 : ends.back();
        if (!std::is_sorted(ends.begin(), ends.end()) || bytes > m_rest.size())
            return false;
        texts = TextColumn({m_file, m_rest.substr(0, bytes), true}, ends);
        m_rest.remove_prefix(bytes);
        const TextList list = texts.list();
        const bool mayBeBlank = !m_columns.answer(); // Blank lines are part of running text.
        for (size_t i = 0; i < list.size(); ++i) {
            if (!textFault(list[i]).empty() || (!mayBeBlank && trimmed(list[i]).empty()))
                return false;
            if (i % 4096 == 4095) {
                monitor.throwIfStopped();
                list.release(i - 4095, 4096);
            }
        }
        return true;
    }

    template <class Value> bool take(size_t count, std::vector<Value>& values)
    {
        if (count > m_rest.size() / sizeof(Value))
            return false;
        values.resize(count);
        if (count > 0)
            std::memcpy(values.data(), m_rest.data(), count * sizeof(Value));
        m_rest.remove_prefix(count * sizeof(Value));
        return true;
    }

    using Names = std::vector<std::string>;
    std::shared_ptr<const MappedFile> m_file;
    std::string_view m_rest;
    const TaskColumns& m_columns;
};

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
    ContentHash hash;
    hash.add(settingsText(spec, columns));
    try {
        for (const fs::path& file : m_files)
            addFile(file, monitor, hash);
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return; // Reading will say why.
    }
    m_entry = folder / (hash.text() + std::string(kExtension));
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
        auto data = EntryReader(mapped, m_columns).read(monitor);
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
        const bool written = EntryWriter(file.get()).write(data, monitor)
            && ::fsync(file.get()) == 0 && ::rename(temporary.c_str(), m_entry.c_str()) == 0;
        if (!written)
            fs::remove(temporary, error);
    } catch (...) {
        fs::remove(temporary, error);
        throw;
    }
    removeOld(folder);
}

} // namespace core
