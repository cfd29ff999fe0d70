#include "core/data/first_look.h"

#include "core/base/error.h"
#include "core/data/formats/format.h"
#include "core/data/source/file_signature.h"
#include "core/data/source/source_files.h"
#include "core/data/source/text_encoding.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace core {

namespace {

/// Parallel corpora are a few large files; a folder with more holds something else.
constexpr size_t kMostSideFiles = 200;

/// train.pt is Portuguese beside train.en, though such names are mostly no texts.
bool mayHoldLines(const std::string& name)
{
    const std::vector<SideReading> readings = sideReadings(name);
    return !namesNoText(name) || (!readings.empty() && readings.front().last);
}

} // namespace

Dropped lookAtNames(const std::vector<std::string>& paths, const Monitor& monitor)
{
    const Monitor silent(monitor.stopToken(), {});
    ReadProgress progress(silent, "Looking at %1", 0);
    Dropped dropped;
    for (const std::string& path : paths) {
        std::vector<SideFile> files;
        try {
            visitFiles(path, progress, dropped.leftOut, [&](const SourceFile& file, ByteStream&) {
                dropped.lone &= file.lone;
                const bool table = file.sheet || namesTable(file.name);
                dropped.tables |= table;
                if (!table && mayHoldLines(file.name))
                    files.push_back({file.path, file.name});
                else if (dropped.others.size() < kMostSideFiles)
                    dropped.others.push_back(file.name);
                return files.size() > kMostSideFiles ? Visit::Stop : Visit::Continue;
            });
        } catch (const Error&) {
            monitor.throwIfStopped();
            continue;
        }
        if (files.size() <= kMostSideFiles)
            dropped.files.insert(dropped.files.end(), files.begin(), files.end());
    }
    return dropped;
}

int64_t lineCount(const std::string& path, const Monitor& monitor)
{
    const Monitor silent(monitor.stopToken(), {});
    ReadProgress progress(silent, "Looking at %1", 0);
    LeftOut leftOut;
    int64_t lines = 0;
    try {
        visitFiles(path, progress, leftOut, [&lines](const SourceFile&, ByteStream& bytes) {
            char last = '\n';
            for (std::string_view block = bytes.next(); !block.empty(); block = bytes.next()) {
                lines += std::count(block.begin(), block.end(), '\n');
                last = block.back();
            }
            lines += last != '\n' ? 1 : 0;
            return Visit::Continue;
        });
    } catch (const Error&) {
        monitor.throwIfStopped();
        return 0;
    }
    return lines;
}

Content lookAt(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    const Monitor silent(monitor.stopToken(), {});
    DataSpec quick = spec;
    quick.encoding = "utf-8"; // Only heads are read then; marks still decide.
    try {
        const CorpusReader reader(quick, {{Split::Train, spec.train}}, columns, silent);
        const Layout& layout = reader.format().layout();
        const bool answered = layout.labelColumn >= 0 || !columns.answer();
        Content content{answered && !layout.textColumns.empty(), reader.format().fit(),
                        reader.format().selection().kind};
        content.namedAnswer = layout.namedLabel;
        content.manyNumbers = layout.manyNumbers;
        std::vector<int64_t> read = layout.textColumns;
        if (layout.labelColumn >= 0)
            read.insert(read.begin(), layout.labelColumn);
        for (const int64_t column : read)
            content.read.emplace_back(column, layout.columns[static_cast<size_t>(column)]);
        const auto isSide = [&layout](int64_t column) {
            return columnSide(layout.columns[static_cast<size_t>(column)]).has_value();
        };
        content.namedSides = content.complete && layout.labelColumn >= 0
            && isSide(layout.labelColumn) && isSide(layout.textColumns.front());
        return content;
    } catch (const Error&) {
        monitor.throwIfStopped();
        return {};
    }
}

Content lookAtFirst(const std::vector<std::string>& paths, const TaskColumns& columns,
                    const Monitor& monitor)
{
    constexpr size_t kFirstFiles = 12;
    const Monitor silent(monitor.stopToken(), {});
    ReadProgress progress(silent, "Looking at %1", 0);
    FormatSample sample{{}, columns, false, silent};
    LeftOut leftOut;
    try {
        for (const std::string& path : paths)
            visitFiles(path, progress, leftOut, [&](const SourceFile& file, ByteStream& bytes) {
                if (!file.sheet && (namesNoText(file.name) || namesDescription(file.name)))
                    return Visit::Continue;
                const std::string_view head = bytes.next();
                sample.files.push_back({file, decodedText(head, Encoding::Utf8), true, false});
                return sample.files.size() < kFirstFiles ? Visit::Continue : Visit::Stop;
            });
        const auto format = makeFormat({"auto", Json::object()}, sample);
        return {format->layout().labelColumn >= 0, format->fit(), format->selection().kind};
    } catch (const Error&) {
        monitor.throwIfStopped();
        return {};
    }
}

Content lookAt(const std::vector<std::string>& paths, const TaskColumns& columns,
               const Monitor& monitor)
{
    DataSpec spec;
    spec.train = paths;
    return lookAt(spec, columns, monitor);
}

namespace {

std::string commaSeparated(const std::set<std::string>& words)
{
    std::string all;
    for (const std::string& word : words)
        all += (all.empty() ? "" : ", ") + word;
    return all;
}

/// Names the dropped files whose path is not in `told`.
std::optional<Message> leftOverNote(const Dropped& dropped, const std::set<std::string>& told)
{
    std::vector<std::string> left = dropped.others;
    for (const SideFile& file : dropped.files)
        if (!told.contains(file.path))
            left.push_back(file.name);
    if (left.empty())
        return std::nullopt;
    return Message{"Left out, because the file with their other side is missing: %1 (%2).",
                   {std::to_string(left.size()), shown(left.front())}};
}

} // namespace

std::vector<std::pair<SideFile, SideWord>> otherSides(const Dropped& dropped, const FilePair& pair)
{
    std::vector<std::pair<SideFile, SideWord>> others;
    for (const SideFile& file : dropped.files) {
        const auto sides = sidesOfNames(pair.source.path, file.path);
        if (file.path != pair.target.path && sides && sides->first == pair.sourceSide
            && isLanguage(sides->second.kind))
            others.emplace_back(file, sides->second);
    }
    return others;
}

ChosenPairs pairsOfLanguages(const Dropped& dropped, const std::vector<FilePair>& pairs,
                             const std::pair<SideWord, SideWord>& own)
{
    ChosenPairs chosen;
    std::set<std::string> told, foreign, languages;
    for (const FilePair& pair : pairs) {
        told.insert({pair.source.path, pair.target.path});
        for (const auto& [file, side] : otherSides(dropped, pair)) {
            told.insert(file.path);
            languages.insert(side.word);
        }
        if (otherLanguages(own, {pair.sourceSide, pair.targetSide}) == OtherLanguages::No)
            chosen.pairs.push_back(pair);
        else
            foreign.insert(pair.sourceSide.word + "-" + pair.targetSide.word + " ("
                           + shown(pair.source.name) + ")");
    }
    chosen.notes = dropped.leftOut.messages();
    if (!foreign.empty())
        chosen.notes.push_back({"Left out, because they are in other languages than %1 and %2: %3. "
                                "Drop them separately to train on them.",
                                {own.first.word, own.second.word, commaSeparated(foreign)}});
    if (!languages.empty())
        chosen.notes.push_back({"The translation is from %1 to %2; the same texts are also there "
                                "in other languages: %3. For another pair of languages, drop only "
                                "its two files.",
                                {own.first.word, own.second.word, commaSeparated(languages)}});
    if (auto left = leftOverNote(dropped, told))
        chosen.notes.push_back(std::move(*left));
    return chosen;
}

} // namespace core
