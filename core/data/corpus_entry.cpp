#include "core/data/corpus_entry.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/feature_kind.h"
#include "core/data/cells/label_index.h"
#include "core/data/content_hash.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace core {

namespace {

constexpr std::array kCorpusParts{&Corpus::train, &Corpus::valid, &Corpus::test};

/// Writes the mark, the hash of all that follows, the size of its description, that itself, and the
/// values of every column.
class EntryWriter {
public:
    explicit EntryWriter(int file) : m_file(file) { }

    bool write(const Corpus& data, const Monitor& monitor)
    {
        m_good = writeAll(m_file, kEntryMark)
            && writeAll(m_file, std::string(ContentHash::kDigits, '0'));
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
            && ::pwrite(m_file, hash.data(), hash.size(), off_t(kEntryMark.size()))
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
        for (size_t i = 0; i < list.size();) {
            const size_t first = i;
            std::string_view piece = list[i++]; // With the texts that follow it in memory.
            while (i < list.size() && piece.size() < kEntryBlock
                   && list[i].data() == piece.data() + piece.size())
                piece = {piece.data(), piece.size() + list[i++].size()};
            monitor.throwIfStopped();
            add(piece);
            list.release(first, i - first);
        }
    }
    template <class Values> void addValues(const Values& values)
    {
        add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
    }
    void add(std::string_view bytes)
    {
        m_hash.add(bytes);
        if (m_waiting.size() + bytes.size() < kEntryBlock) {
            m_waiting += bytes;
            return;
        }
        flush();
        m_good = m_good && writeAll(m_file, bytes);
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
        if (m_rest.size() < kEntryMark.size() + ContentHash::kDigits
            || !m_rest.starts_with(kEntryMark))
            return std::nullopt;
        const std::string_view hash = m_rest.substr(kEntryMark.size(), ContentHash::kDigits);
        m_rest.remove_prefix(kEntryMark.size() + ContentHash::kDigits);
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
            kinds.insert(kinds.end(), m_columns.features.size(), featureKind(m_columns));
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

} // namespace

bool writeEntry(int file, const Corpus& data, const Monitor& monitor)
{
    return EntryWriter(file).write(data, monitor);
}

std::optional<Corpus> readEntry(std::shared_ptr<const MappedFile> file, const TaskColumns& columns,
                                const Monitor& monitor)
{
    return EntryReader(std::move(file), columns).read(monitor);
}

} // namespace core
