#include "core/data/corpus.h"
#include "core/data/cells/feature_kind.h"

#include "core/data/cells/label_index.h"
#include "core/data/content_hash.h"
#include "core/data/corpus_cache.h"
#include "core/data/corpus_reader.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/row_collector.h"
#include "core/data/sample.h"
#include "core/data/split.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <utility>

namespace core {

namespace {

std::array<CorpusPart*, 3> partsOf(Corpus& data)
{
    return {&data.train, &data.valid, &data.test};
}
std::array<const CorpusPart*, 3> partsOf(const Corpus& data)
{
    return {&data.train, &data.valid, &data.test};
}

/// Sorts the classes and renumbers the labels.
void sortClasses(Corpus& data)
{
    std::vector<int32_t> order(data.classes.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&data](int32_t a, int32_t b) {
        return data.classes[static_cast<size_t>(a)] < data.classes[static_cast<size_t>(b)];
    });
    std::vector<int32_t> newNumber(order.size());
    std::vector<std::string> sorted;
    for (size_t i = 0; i < order.size(); ++i) {
        newNumber[static_cast<size_t>(order[i])] = static_cast<int32_t>(i);
        sorted.push_back(std::move(data.classes[static_cast<size_t>(order[i])]));
    }
    data.classes = std::move(sorted);
    for (CorpusPart* part : partsOf(data))
        for (Column& column : part->columns)
            for (int32_t& label : column.classes)
                label = newNumber[static_cast<size_t>(label)];
}

template <class Value>
std::vector<Value> picked(const std::vector<Value>& values, const std::vector<size_t>& rows)
{
    std::vector<Value> some;
    for (size_t i = 0; i < rows.size() && !values.empty(); ++i)
        some.push_back(values[rows[i]]);
    return some;
}

CorpusPart picked(const CorpusPart& part, const std::vector<size_t>& rows)
{
    CorpusPart some;
    for (const Column& column : part.columns)
        some.columns.push_back({column.kind,
                                column.texts.empty() ? TextColumn() : column.texts.picked(rows),
                                picked(column.classes, rows), picked(column.numbers, rows)});
    return some;
}

/// Takes out of train what was not given apart.
void divide(Corpus& data, const DataSpec& spec, const TaskColumns& columns)
{
    const double validFraction = data.valid.size() > 0 ? 0.0 : spec.validFraction;
    const double testFraction = data.test.size() > 0 ? 0.0 : spec.testFraction;
    if (validFraction <= 0.0 && testFraction <= 0.0)
        return;
    // Questions about one passage follow each other: it should not be in two splits.
    const auto splits = !columns.answer() || columns.answers(ColumnKind::Spans)
        ? contiguousSplit(data.train.size(), validFraction, testFraction)
        : columns.answers(ColumnKind::Class)
        ? stratifiedSplit(data.train.classes(), data.classes.size(), validFraction, testFraction,
                          spec.splitSeed)
        : randomSplit(data.train.size(), validFraction, testFraction, spec.splitSeed);
    std::array<std::vector<size_t>, 3> rows;
    for (size_t i = 0; i < splits.size(); ++i)
        rows[static_cast<size_t>(splits[i])].push_back(i);
    const CorpusPart all = std::exchange(data.train, {});
    const std::array parts = partsOf(data);
    for (size_t i = 0; i < parts.size(); ++i)
        if (i == static_cast<size_t>(Split::Train) || !rows[i].empty())
            *parts[i] = picked(all, rows[i]);
}

void check(const Corpus& data, const TaskColumns& columns)
{
    if (data.train.size() == 0)
        throw Error(ErrorCode::BadData, {"There is no row to train on.", {}},
                    {"Check the preview of the data; it shows what was read.", {}});
    if (data.train.size() == 1 && columns.answer() && !columns.arePairs())
        throw Error(ErrorCode::BadData,
                    {"There is only one row to train on: \"%1\".",
                     {shown(std::string(data.train.texts()[0]))}},
                    {"If it is the header of a table, the rows are missing. Choose a file with "
                     "rows of every class.",
                     {}});
    if (columns.answers(ColumnKind::Class) && data.classes.size() < 2)
        throw Error(ErrorCode::BadData,
                    {"All texts have the same label, \"%1\".", {shown(data.classes.front())}},
                    {"Classification needs at least two classes: choose another label column or "
                     "add files.",
                     {}});
    if (Message tooMany = tooManyClasses(data.classes.size(), data.train.size());
        columns.answers(ColumnKind::Class) && !tooMany.empty())
        throw Error(ErrorCode::BadData, std::move(tooMany));
    if (columns.answers(ColumnKind::Tags) && data.classes.size() < 2)
        throw Error(ErrorCode::BadData,
                    {"All words have the same tag, \"%1\".", {shown(data.classes.front())}},
                    {"Choose the column that holds the tags.", {}});
}

/// Notes classes with too few texts to learn from or to hold out.
void noteRareClasses(const Corpus& data, std::vector<Message>& notes)
{
    std::vector<int64_t> counts(data.classes.size());
    for (const CorpusPart* part : partsOf(data))
        for (const int32_t label : part->classes())
            ++counts[static_cast<size_t>(label)];
    const auto rare = std::count(counts.begin(), counts.end(), 1);
    if (rare == 0)
        return;
    const auto first = std::find(counts.begin(), counts.end(), 1) - counts.begin();
    notes.push_back({"Classes with a single text, which cannot be learned: %1 (\"%2\").",
                     {std::to_string(rare), shown(data.classes[static_cast<size_t>(first)])}});
}

CorpusPart generatedPart(LabelledTexts&& texts)
{
    if (!texts.tags.empty())
        return {{{ColumnKind::Tokens, TextColumn(std::move(texts.texts)), {}, {}},
                 {ColumnKind::Tags, TextColumn(std::move(texts.tags)), {}, {}}}};
    if (!texts.spans.empty())
        return {{{ColumnKind::Text, TextColumn(std::move(texts.texts)), {}, {}},
                 {ColumnKind::Spans, TextColumn(std::move(texts.spans)), {}, {}}}};
    if (texts.labels.empty() && texts.numbers.empty())
        return {{{ColumnKind::Text, TextColumn(std::move(texts.texts)), {}, {}}}};
    Column answers{texts.numbers.empty() ? ColumnKind::Class : ColumnKind::Number,
                   {},
                   std::move(texts.labels),
                   std::move(texts.numbers)};
    return {{{ColumnKind::Text, TextColumn(std::move(texts.texts)), {}, {}}, std::move(answers)}};
}

CorpusPart generatedPart(SentencePairs&& pairs)
{
    return {{{ColumnKind::Text, TextColumn(std::move(pairs.source)), {}, {}},
             {ColumnKind::Text, TextColumn(std::move(pairs.target)), {}, {}}}};
}

template <class Generated> Corpus corpusOf(Generated generated)
{
    Corpus data;
    data.train = generatedPart(std::move(generated.train));
    data.valid = generatedPart(std::move(generated.valid));
    data.test = generatedPart(std::move(generated.test));
    return data;
}

Corpus generatedCorpus(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    monitor.report({{"Making the sample texts", {}}});
    if (!columns.features.empty())
        throw Error(
            ErrorCode::BadSetting,
            {"task.features names the column \"%1\", but sample texts have no columns beside %2.",
             {shown(columns.features.front()), columnsBesideFeatures(columns)}},
            {featureKind(columns) == ColumnKind::Number
                 ? "Choose a table, or empty task.features."
                 : "Choose files of words in columns (CoNLL, CoNLL-U), or empty task.features.",
             {}});
    Corpus data;
    if (columns.arePairs()) {
        data = corpusOf(generatePairs(spec.sample));
    } else {
        GeneratedCorpus sample
            = generateSample(spec.sample, columns.answer().value_or(ColumnKind::Text));
        std::vector<std::string> classes = std::move(sample.classes);
        data = corpusOf(std::move(sample));
        data.classes = std::move(classes);
    }
    monitor.throwIfStopped();
    return data;
}

Corpus readCorpus(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    const CorpusReader reader(spec, splitPaths(spec, columns), columns, monitor);
    reader.throwProblem();
    RowCollector collector(columns, {}, RowCollector::NewLabels::InTrain, spec.skipBadRows);
    reader.read(collector);
    auto [train, valid, test] = collector.take();
    Corpus data{collector.labels(), std::move(train),    std::move(valid),
                std::move(test),    collector.skipped(), {}};
    check(data, columns);
    sortClasses(data);
    data.notes = reader.notes();
    for (Message& note : collector.notes())
        data.notes.push_back(std::move(note));
    if (data.skippedRows > 0)
        data.notes.push_back({"Bad rows, skipped: %1.", {std::to_string(data.skippedRows)}});
    if (columns.answers(ColumnKind::Class))
        noteRareClasses(data, data.notes);
    return data;
}

/// Names the files that are given for training and for what it is judged by.
void noteSharedFiles(const DataSpec& spec, std::vector<Message>& notes)
{
    const auto among = [](const std::string& path, const std::vector<std::string>& others) {
        std::error_code error;
        return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
            return std::filesystem::equivalent(path, other, error);
        });
    };
    for (const auto* paths : {&spec.valid, &spec.test})
        for (const std::string& path : *paths)
            if (among(path, spec.train))
                notes.push_back({"%1 is also training data: scores on it show what was learned by "
                                 "heart.",
                                 {path}});
}

/// A hash of the rows before any are held out, and of how they are divided.
std::string keyOfPart(const std::string& rows, const DataSpec& spec, size_t split)
{
    ContentHash hash;
    hash.add(rows);
    for (const double share : {spec.validFraction, spec.testFraction})
        hash.add(numberText(share) + ' ');
    hash.add(std::to_string(spec.splitSeed) + ' ' + std::to_string(split));
    return hash.text();
}

/// From the cache, where it has them.
Corpus readOrKept(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    const CorpusCache cache(spec, columns, monitor);
    std::optional<Corpus> kept = cache.find(monitor);
    Corpus data = kept ? std::move(*kept) : readCorpus(spec, columns, monitor);
    if (!kept)
        cache.keep(data, monitor);
    data.train.key = cache.key(); // All rows, until they are divided.
    return data;
}

/// Says so where files have not the columns that a network reads as features.
void throwMissingFeature(const CorpusReader& reader, const TaskColumns& columns)
{
    const Layout& layout = reader.format().layout();
    for (const std::string& feature : columns.features)
        if (!layout.textColumns.empty() && !layout.featureColumn(feature))
            throw Error(
                ErrorCode::BadData,
                {"The network reads the column \"%1\", which the files do not have beside %3. "
                 "Their columns: %2.",
                 {shown(feature), listed(layout.columns), columnsBesideFeatures(columns)}},
                {"Use files in the same columns as those that the run was trained on.", {}});
}

/// Reads files that a model is tested on later as its training would read them as a test set: with
/// the format that its training files have, so that columns that are called otherwise are found by
/// their places and other delimiters are recognised. Files of another kind, and those of a spec
/// whose training files are gone, are read by themselves.
CorpusReader readerOfScored(DataSpec spec, const ScoredFiles& files, const TaskColumns& columns,
                            const Monitor& monitor)
{
    const SplitFiles test{Split::Test, files.paths, files.targets};
    if (columns.arePairs() && files.targets.empty()
        && (spec.format.kind == "parallel" || !spec.trainTarget.empty()))
        spec.format = {"auto", Json::object()}; // Trained on parallel files.
    else if (spec.sample.kind == "none" && files.targets.empty() && !spec.train.empty()) {
        DataSpec unknown = spec;
        unknown.format = {"auto", Json::object()};
        try {
            CorpusReader trained(spec, {{Split::Train, spec.train}, test}, columns, monitor);
            CorpusReader own(unknown, {test}, columns, monitor);
            if (own.format().layout().columns.size() < trained.format().layout().columns.size())
                throwMissingFeature(own, columns);
            const std::string& kind = own.format().selection().kind;
            // A row or two are too few to recognise anything.
            return kind == "auto" || kind == trained.format().selection().kind ? std::move(trained)
                                                                               : std::move(own);
        } catch (const Error& error) {
            if (!columns.features.empty() && error.failure().code == ErrorCode::BadData)
                throw;
            monitor.throwIfStopped(); // Else the training files are no longer there.
        }
    }
    return CorpusReader(std::move(spec), {test}, columns, monitor);
}

} // namespace

TextColumn::TextColumn(std::vector<std::string> texts)
{
    auto owner = std::make_shared<const std::vector<std::string>>(std::move(texts));
    m_views.assign(owner->begin(), owner->end());
    m_owner = std::move(owner);
}

TextColumn::TextColumn(GrowingBytes::Finished bytes, const std::vector<uint64_t>& ends)
    : m_owner(std::move(bytes.owner))
    , m_memory(bytes.mapped ? TextList::Memory::MappedFile : TextList::Memory::Own)
{
    m_views.reserve(ends.size());
    uint64_t begin = 0;
    for (const uint64_t end : ends) {
        m_views.push_back(bytes.bytes.substr(begin, end - begin));
        begin = end;
    }
}

std::vector<std::string> TextColumn::strings(size_t count) const
{
    const auto end = m_views.begin() + static_cast<std::ptrdiff_t>(std::min(count, size()));
    return {m_views.begin(), end};
}

TextColumn TextColumn::picked(const std::vector<size_t>& rows) const
{
    TextColumn some;
    some.m_owner = m_owner;
    some.m_memory = m_memory;
    some.m_views.reserve(rows.size());
    for (const size_t row : rows)
        some.m_views.push_back(m_views[row]);
    return some;
}

Corpus loadCorpus(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor)
{
    checkOneSource(spec);
    Corpus data = spec.sample.kind == "none" ? readOrKept(spec, columns, monitor)
                                             : generatedCorpus(spec, columns, monitor);
    noteSharedFiles(spec, data.notes);
    const std::string rows = data.train.key;
    divide(data, spec, columns);
    const std::array parts = partsOf(data);
    for (size_t i = 0; i < parts.size(); ++i)
        parts[i]->key = rows.empty() ? std::string() : keyOfPart(rows, spec, i);
    return data;
}

CorpusPart loadScoredRows(const DataSpec& spec, const ScoredFiles& files,
                          const TaskColumns& columns, const std::vector<std::string>& classes,
                          const Monitor& monitor, std::vector<Message>* notes)
{
    const CorpusReader reader = readerOfScored(spec, files, columns, monitor);
    reader.throwProblem();
    RowCollector collector(columns, classes, RowCollector::NewLabels::Never, spec.skipBadRows);
    reader.read(Split::Test, collector);
    CorpusPart rows = std::move(collector.take()[static_cast<size_t>(Split::Test)]);
    const std::vector<Message> remarks = collector.notes();
    if (notes != nullptr)
        notes->insert(notes->end(), remarks.begin(), remarks.end());
    if (rows.size() == 0)
        throw Error(ErrorCode::BadData,
                    columns.arePairs() ? Message{"There are no pairs in the files given.", {}}
                                       : Message{"There are no texts in the files given.", {}},
                    {"Check their preview; it shows what was read.", {}});
    return rows;
}

} // namespace core
