#include "core/data/corpus_reader.h"

#include "core/base/error.h"
#include "core/data/cells/feature_kind.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/formats/format.h"
#include "core/data/pairs/parallel_files.h"
#include "core/data/row_maker.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace core {

namespace {

/// In which encodings other than UTF-8 the files of a path are read.
void noteEncodings(const PathScan& scan, std::vector<Message>& notes)
{
    std::map<std::string, std::vector<std::string>> names; // By the encodings' titles.
    for (const ScannedFile& entry : scan.files)
        if (entry.isText && entry.encoding != Encoding::Utf8)
            names[encodingTitle(entry.encoding)].push_back(entry.file.shownName);
    for (const auto& [title, files] : names) {
        if (title.starts_with("UTF"))
            notes.push_back({"%1 is read as %2.", {files.front(), title}});
        else if (files.size() == 1)
            notes.push_back({"%1 is not UTF-8; it is read as %2. If letters look wrong, choose "
                             "another encoding.",
                             {files.front(), title}});
        else
            notes.push_back({"%1 and other files (%3 in all) are not UTF-8; they are read as %2. "
                             "If letters look wrong, choose another encoding.",
                             {files.front(), title, std::to_string(files.size())}});
    }
}

/// Appends those of `messages` that `all` does not have.
void addOthers(const std::vector<Message>& messages, std::vector<Message>& all)
{
    for (const Message& each : messages)
        if (std::find(all.begin(), all.end(), each) == all.end())
            all.push_back(each);
}

/// The lines of a head that are complete.
std::string wholeLines(const ScannedFile& entry)
{
    if (entry.whole)
        return entry.head;
    const size_t end = entry.head.rfind('\n');
    return end == std::string::npos ? entry.head : entry.head.substr(0, end + 1);
}

/// The one text of a path that is a side of parallel files, or nothing when there are several.
std::optional<size_t> onlyText(const PathScan& scan, Split split)
{
    std::optional<size_t> found;
    for (size_t i = 0; i < scan.files.size(); ++i) {
        if (!scan.isPartOf(i, split))
            continue;
        if (found)
            return std::nullopt;
        found = i;
    }
    return found;
}

/// The languages that are translated between, by the names of the training files, else as the spec
/// names them.
std::optional<std::pair<SideWord, SideWord>> trainingSides(const DataSpec& spec)
{
    if (!spec.train.empty() && !spec.trainTarget.empty())
        if (auto sides = sidesOfNames(spec.train.front(), spec.trainTarget.front()))
            return sides;
    const auto source = sideOfWord(spec.sourceLanguage), target = sideOfWord(spec.targetLanguage);
    return source && target ? std::optional(std::pair(*source, *target)) : std::nullopt;
}

Message missingSide(Split split)
{
    switch (split) {
    case Split::Valid:
        return {"One side of the validation files is missing (source files: %1, target files: %2). "
                "Drop the other side.",
                {}};
    case Split::Test:
        return {"One side of the test files is missing (source files: %1, target files: %2). Drop "
                "the other side.",
                {}};
    case Split::Train:
        break;
    }
    return {"One side of the training files is missing (source files: %1, target files: %2). Drop "
            "the other side.",
            {}};
}

} // namespace

void failAtRow(const std::string& file, int64_t line, const Message& reason)
{
    throw Error(ErrorCode::FileMalformed,
                {"%1, line %2: %3", {file, std::to_string(line), reason.plain()}},
                {"Correct the row, or choose to skip bad rows.", {}});
}

SplitPaths splitPaths(const DataSpec& spec, const TaskColumns& columns)
{
    SplitPaths paths{{Split::Train, spec.train, spec.trainTarget},
                     {Split::Valid, spec.valid, spec.validTarget},
                     {Split::Test, spec.test, spec.testTarget}};
    for (SplitFiles& files : paths)
        if (!columns.arePairs())
            files.targets.clear();
    return paths;
}

CorpusReader::CorpusReader(DataSpec spec, SplitPaths paths, TaskColumns columns,
                           const Monitor& monitor)
    : m_spec(std::move(spec))
    , m_paths(std::move(paths))
    , m_columns(std::move(columns))
    , m_monitor(monitor)
{
    const bool sides = std::any_of(m_paths.begin(), m_paths.end(),
                                   [](const SplitFiles& files) { return !files.targets.empty(); });
    if (m_columns.arePairs() && sides) {
        m_parallel = true;
        m_spec.format = {"parallel", Json::object()}; // Whatever held for files of pairs.
    }
    scan();
    chooseFormats();
    for (auto& [path, scan] : m_scans)
        for (ScannedFile& entry : scan.files)
            entry.head = {};
}

void CorpusReader::scan()
{
    ReadProgress progress(m_monitor, "Looking at %1", 0);
    for (const SplitFiles& files : m_paths)
        for (const auto* paths : {&files.paths, &files.targets})
            for (const std::string& path : *paths)
                if (!m_scans.contains(path))
                    m_scans.emplace(path, scanPath(path, m_spec.encoding, progress));
}

/// Recognised from the files of the first split that has any; held-out files may have other
/// delimiters.
void CorpusReader::chooseFormats()
{
    FormatSample empty;
    empty.columns = m_columns;
    empty.parallel = m_parallel;
    for (const SplitFiles& files : m_paths) {
        const FormatSample own = sample(files);
        if (own.files.empty())
            continue;
        if (!m_format)
            m_format = makeFormat(m_spec.format, own);
        else if (auto adapted = m_format->adaptedTo(own); adapted && !m_parallel)
            m_adapted[files.split] = std::move(adapted);
    }
    if (!m_format)
        m_format = makeFormat(m_spec.format, empty);
}

FormatSample CorpusReader::sample(const SplitFiles& files) const
{
    FormatSample result;
    result.columns = m_columns;
    result.parallel = m_parallel;
    result.monitor = m_monitor;
    for (const std::string& path : files.paths) {
        const PathScan& scan = m_scans.at(path);
        for (size_t i = 0; i < scan.files.size(); ++i) {
            const ScannedFile& entry = scan.files[i];
            if (scan.fault.empty() && scan.isPartOf(i, files.split))
                result.files.push_back(
                    {entry.file, wholeLines(entry), entry.headKnown, entry.whole});
        }
    }
    return result;
}

const Format& CorpusReader::formatOf(Split split) const
{
    const auto adapted = m_adapted.find(split);
    return adapted == m_adapted.end() ? *m_format : *adapted->second;
}

std::string CorpusReader::encodings() const
{
    std::set<std::string> found;
    for (const auto& [path, scan] : m_scans)
        for (const ScannedFile& entry : scan.files)
            if (entry.isText)
                found.insert(encodingId(entry.encoding));
    std::string names;
    for (const std::string& id : found)
        names += (names.empty() ? "" : ", ") + id;
    return names;
}

std::vector<Message> CorpusReader::notes() const
{
    std::vector<Message> all = m_format->notes();
    for (const auto& [split, format] : m_adapted)
        addOthers(format->notes(), all);
    for (const auto& [path, scan] : m_scans) {
        if (m_spec.encoding == "auto")
            noteEncodings(scan, all);
        if (scan.fault.empty() && isOnlyNamedPacked(path))
            all.push_back({"%1 is not compressed, although its name ends in \"%2\". It is read as "
                           "it is.",
                           {scan.files.front().file.shownName,
                            std::filesystem::path(path).extension().string()}});
        noteLeftOut(scan, all);
    }
    return all;
}

/// Files that the format passes over are as good as lost to who does not know of them.
void CorpusReader::noteLeftOut(const PathScan& scan, std::vector<Message>& notes) const
{
    LeftOut leftOut = scan.leftOut;
    for (const ScannedFile& entry : scan.files)
        if (entry.file.sheet)
            continue; // The format names the sheets.
        else if (entry.isText && !m_format->reads(entry.file))
            leftOut.add(LeftOut::Reason::NotRows, entry.file.name);
        else if (entry.isText && !scan.parts.empty() && !entry.split)
            leftOut.add(LeftOut::Reason::NoPart, entry.file.name);
    for (Message& message : leftOut.messages())
        notes.push_back(std::move(message));
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
    if (m_parallel && !all.empty())
        all.push_back({"Each side of a translation is a text file with one sentence per line. Drop "
                       "both sides again.",
                       {}});
    if (!nothing) { // Of what is not there no columns can be missing.
        all.insert(all.end(), m_format->problems().begin(), m_format->problems().end());
        for (const auto& [split, format] : m_adapted)
            addOthers(format->problems(), all);
    }
    addMissingSides(all);
    addOtherLanguages(all);
    if (all.empty())
        addMissingFeatures(all);
    return all;
}

void CorpusReader::addMissingFeatures(std::vector<Message>& problems) const
{
    const Layout& layout = m_format->layout();
    for (const std::string& feature : m_columns.features)
        if (!layout.featureColumn(feature))
            problems.push_back(
                {"task.features names the column \"%1\", which the files do not have "
                 "beside %3. Their columns: %2.",
                 {shown(feature), listed(layout.columns), columnsBesideFeatures(m_columns)}});
}

void CorpusReader::throwProblem() const
{
    const std::vector<Message> all = problems();
    if (!all.empty())
        throw Error(ErrorCode::BadData, all.front(), all.size() > 1 ? all[1] : Message());
}

void CorpusReader::addMissingSides(std::vector<Message>& problems) const
{
    if (!m_parallel)
        return;
    for (const SplitFiles& files : m_paths) {
        if (files.paths.size() == files.targets.size())
            continue;
        Message message = missingSide(files.split);
        message.arguments
            = {std::to_string(files.paths.size()), std::to_string(files.targets.size())};
        problems.push_back(std::move(message));
    }
}

/// Reports held-out files whose names contain other languages than those of the training files.
void CorpusReader::addOtherLanguages(std::vector<Message>& problems) const
{
    const auto own = trainingSides(m_spec);
    if (!m_parallel || !own)
        return;
    for (const auto& [split, paths, targets] : m_paths)
        for (size_t i = 0; split != Split::Train && i < std::min(paths.size(), targets.size());
             ++i) {
            const auto sides = sidesOfNames(paths[i], targets[i]);
            if (!sides)
                continue;
            const OtherLanguages other = otherLanguages(*own, *sides);
            if (other == OtherLanguages::Exchanged)
                problems.push_back({"%1 and %2 are swapped: by their names the sources are in %3, "
                                    "but the translation is from %4 to %3. Swap the files.",
                                    {paths[i], targets[i], own->second.word, own->first.word}});
            else if (other == OtherLanguages::Foreign)
                problems.push_back(
                    {"%1 and %2 are in other languages than the training files, by their names: %3 "
                     "and %4 instead of %5 and %6. Choose files in the same languages, or none.",
                     {paths[i], targets[i], sides->first.word, sides->second.word, own->first.word,
                      own->second.word}});
        }
}

void CorpusReader::read(RowConsumer& consumer) const
{
    readFiles(m_paths, consumer);
}

void CorpusReader::read(Split split, RowConsumer& consumer) const
{
    SplitPaths own;
    std::copy_if(m_paths.begin(), m_paths.end(), std::back_inserter(own),
                 [split](const SplitFiles& files) { return files.split == split; });
    readFiles(own, consumer);
}

void CorpusReader::readFiles(const SplitPaths& some, RowConsumer& consumer) const
{
    uint64_t total = 0;
    for (const SplitFiles& files : some)
        for (const auto* paths : {&files.paths, &files.targets})
            for (const std::string& path : *paths)
                total += bytesOnDisk(path);
    ReadProgress progress(m_monitor, "Reading %1", total);
    const auto good = [this](const std::string& path) { return m_scans.at(path).fault.empty(); };
    for (const auto& [split, paths, targets] : some)
        for (size_t i = 0; i < paths.size(); ++i) {
            if (!good(paths[i]))
                continue;
            if (!m_parallel)
                readPath(split, m_scans.at(paths[i]), progress, consumer);
            else if (i < targets.size() && good(targets[i]))
                readSides(split, m_scans.at(paths[i]), m_scans.at(targets[i]), progress, consumer);
        }
}

/// Shows `visit` the texts of one path that belong to `split`, decoded.
void CorpusReader::visitTexts(Split split, const PathScan& scan, ReadProgress& progress,
                              const TextVisitor& visit) const
{
    LeftOut alreadyTold;
    size_t index = 0;
    visitFiles(scan.path, progress, alreadyTold, [&](const SourceFile& file, ByteStream& bytes) {
        const size_t i = index++;
        if (i >= scan.files.size() || scan.files[i].file.name != file.name)
            throw Error(ErrorCode::FileMalformed, {"%1 changed while it was read.", {scan.path}},
                        {"Choose it again.", {}});
        if (!scan.isPartOf(i, split) || !formatOf(split).reads(file))
            return Visit::Continue;
        TextDecoder decoded(bytes, scan.files[i].encoding);
        LineEndStream text(decoded);
        visit(file, text);
        return Visit::Continue;
    });
}

void CorpusReader::readPath(Split split, const PathScan& scan, ReadProgress& progress,
                            RowConsumer& consumer) const
{
    visitTexts(split, scan, progress, [&](const SourceFile& file, ByteStream& text) {
        const Format& format = formatOf(split);
        RowMaker maker(split, format.layout(), m_columns, file.shownName, consumer);
        format.read(file, text, maker);
    });
}

/// Both sides at once: each is a stream of its own, even where one archive holds both.
void CorpusReader::readSides(Split split, const PathScan& source, const PathScan& target,
                             ReadProgress& progress, RowConsumer& consumer) const
{
    for (const PathScan* side : {&source, &target})
        if (!onlyText(*side, split)) {
            consumer.refuseFile(
                {"%1 holds several files. A side of a translation is one file.", {side->path}},
                {"Choose the file itself, or drop the folder or archive again.", {}});
            return;
        }
    visitTexts(split, source, progress, [&](const SourceFile& sourceFile, ByteStream& sourceText) {
        visitTexts(split, target, progress,
                   [&](const SourceFile& targetFile, ByteStream& targetText) {
                       readParallel(split, {sourceFile.shownName, sourceText},
                                    {targetFile.shownName, targetText}, consumer);
                   });
    });
}

void checkOneSource(const DataSpec& spec)
{
    if (spec.sample.kind == "none")
        return;
    for (const auto* paths : {&spec.train, &spec.valid, &spec.test, &spec.trainTarget,
                              &spec.validTarget, &spec.testTarget})
        if (!paths->empty())
            throw Error(ErrorCode::BadSetting,
                        {"The settings name two sources of data: the sample \"%1\" and the file "
                         "%2.",
                         {shown(spec.sample.kind), paths->front()}},
                        {"Keep one of them: with data.sample=none the files are read; without "
                         "data.train, data.valid and data.test the sample is made.",
                         {}});
}

} // namespace core
