#include "core/data/corpus_reader.h"

#include "core/data/formats/format_registry.h"
#include "core/data/utf8.h"

#include <set>

namespace core {

namespace {

constexpr size_t kLongestLabelBytes = 200;

/// Takes the text and the label out of a format's records and refuses what is neither.
class RowMaker : public RecordSink {
public:
    RowMaker(Split split, const Layout& layout, const std::string& file, RowConsumer& consumer)
        : m_split(split), m_layout(layout), m_file(file), m_consumer(consumer)
    {
    }

    void add(const Record& record) override
    {
        const std::string_view text = textOf(record);
        const std::string_view label = labelOf(record);
        Message fault = faultOf(text, label);
        if (fault.empty())
            m_consumer.add(m_split, {text, label, m_file, record});
        else
            reject(record.line, std::move(fault));
    }
    void reject(int64_t line, Message reason) override
    {
        m_consumer.reject(m_split, m_file, line, std::move(reason));
    }
    void refuseFile(Message problem, Message advice) override
    {
        m_consumer.refuseFile(std::move(problem), std::move(advice));
    }

private:
    std::string_view textOf(const Record& record)
    {
        const auto& columns = m_layout.textColumns;
        if (columns.size() == 1)
            return record.cells[static_cast<size_t>(columns.front())];
        m_joined.clear();
        for (const int64_t column : columns) {
            if (column != columns.front())
                m_joined += ' ';
            m_joined += record.cells[static_cast<size_t>(column)];
        }
        return m_joined;
    }
    std::string_view labelOf(const Record& record) const
    {
        if (m_layout.labelColumn < 0)
            return {};
        return trimmed(record.cells[static_cast<size_t>(m_layout.labelColumn)]);
    }
    Message faultOf(std::string_view text, std::string_view label) const
    {
        if (Message fault = textFault(text); !fault.empty())
            return fault;
        if (Message fault = textFault(label); !fault.empty())
            return fault;
        if (!m_layout.textColumns.empty() && trimmed(text).empty())
            return {"Its text is empty.", {}};
        if (m_layout.labelColumn >= 0 && label.empty())
            return {"Its label is empty.", {}};
        if (label.size() > kLongestLabelBytes)
            return {"Its label is longer than %1 bytes.", {std::to_string(kLongestLabelBytes)}};
        return {};
    }

    Split m_split;
    const Layout& m_layout;
    const std::string& m_file;
    RowConsumer& m_consumer;
    std::string m_joined;
};

/// The lines of a head that are complete.
std::string wholeLines(const ScannedFile& entry)
{
    if (entry.whole)
        return entry.head;
    const size_t end = entry.head.rfind('\n');
    return end == std::string::npos ? entry.head : entry.head.substr(0, end + 1);
}

} // namespace

SplitPaths splitPaths(const DataSpec& spec)
{
    return {{Split::Train, spec.train}, {Split::Valid, spec.valid}, {Split::Test, spec.test}};
}

CorpusReader::CorpusReader(DataSpec spec, SplitPaths paths, const Monitor& monitor)
    : m_spec(std::move(spec)), m_paths(std::move(paths)), m_monitor(monitor)
{
    scan();
    m_format = makeFormat(m_spec.format, sample());
    for (auto& [path, scan] : m_scans)
        for (ScannedFile& entry : scan.files)
            entry.head = {};
}

void CorpusReader::scan()
{
    ReadProgress progress(m_monitor, "Looking at %1", 0);
    for (const auto& [split, paths] : m_paths)
        for (const std::string& path : paths)
            if (!m_scans.contains(path))
                m_scans.emplace(path, scanPath(path, m_spec.encoding, progress));
}

/// The files of the first split that has any.
FormatSample CorpusReader::sample() const
{
    FormatSample result;
    for (const auto& [split, paths] : m_paths) {
        for (const std::string& path : paths) {
            const PathScan& scan = m_scans.at(path);
            for (size_t i = 0; i < scan.files.size(); ++i) {
                const ScannedFile& entry = scan.files[i];
                if (scan.fault.empty() && scan.isPartOf(i, split))
                    result.files.push_back(
                        {entry.file, wholeLines(entry), entry.headKnown, entry.whole});
            }
        }
        if (!result.files.empty())
            break;
    }
    return result;
}

std::string CorpusReader::encoding() const
{
    std::set<std::string> found;
    for (const auto& [path, scan] : m_scans)
        found.insert(encodingId(scan.encoding));
    return found.size() == 1 ? *found.begin() : m_spec.encoding;
}

std::vector<Message> CorpusReader::notes() const
{
    std::vector<Message> all = m_format->notes();
    for (const auto& [path, scan] : m_scans) {
        const std::string name
            = scan.files.empty() || scan.container ? path : scan.files.front().file.shownName;
        if (m_spec.encoding == "auto" && scan.encoding == Encoding::Latin1)
            all.push_back({"%1 is not UTF-8; it is read as Latin-1 (Windows-1252).", {name}});
        else if (m_spec.encoding == "auto" && scan.encoding != Encoding::Utf8)
            all.push_back({"%1 is read as UTF-16.", {name}});
        for (Message& message : scan.leftOut.messages())
            all.push_back(std::move(message));
    }
    return all;
}

std::vector<Message> CorpusReader::problems() const
{
    std::vector<Message> all;
    bool nothing = true;
    for (const auto& [path, scan] : m_scans) {
        if (!scan.fault.empty())
            all.push_back(scan.fault);
        nothing &= !scan.fault.empty();
    }
    if (m_scans.empty())
        all.push_back({"No data was chosen.", {}});
    if (!nothing) // Of what is not there no columns can be missing.
        all.insert(all.end(), m_format->problems().begin(), m_format->problems().end());
    return all;
}

void CorpusReader::read(RowConsumer& consumer) const
{
    uint64_t total = 0;
    for (const auto& [split, paths] : m_paths)
        for (const std::string& path : paths)
            total += bytesOnDisk(path);
    ReadProgress progress(m_monitor, "Reading %1", total);
    for (const auto& [split, paths] : m_paths)
        for (const std::string& path : paths)
            if (const PathScan& scan = m_scans.at(path); scan.fault.empty())
                readPath(split, scan, progress, consumer);
}

void CorpusReader::readPath(Split split, const PathScan& scan, ReadProgress& progress,
                            RowConsumer& consumer) const
{
    LeftOut alreadyTold;
    size_t index = 0;
    visitFiles(scan.path, progress, alreadyTold, [&](const SourceFile& file, ByteStream& bytes) {
        const size_t i = index++;
        if (i >= scan.files.size() || scan.files[i].file.name != file.name)
            throw Error(ErrorCode::FileMalformed, {"%1 changed while it was read.", {scan.path}},
                        {"Choose it again.", {}});
        if (!scan.isPartOf(i, split) || !m_format->reads(file))
            return Visit::Continue;
        TextDecoder text(bytes, scan.encoding);
        RowMaker maker(split, m_format->layout(), file.shownName, consumer);
        m_format->read(file, text, maker);
        return Visit::Continue;
    });
}

} // namespace core
