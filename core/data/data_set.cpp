#include "core/data/data_set.h"

#include "core/data/corpus_reader.h"
#include "core/data/data_source.h"
#include "core/data/label_index.h"
#include "core/data/sample.h"
#include "core/data/split.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

/// Five times what fits into the memory of a large machine.
constexpr int64_t kMostTexts = 50'000'000;

/// Gathers texts; the first bad row ends it unless they are to be skipped.
class TextCollector : public RowConsumer {
public:
    enum class NewLabels { InTrain, Never };
    /// @param known  classes there are from the beginning.
    TextCollector(const std::vector<std::string>& known, NewLabels newLabels, bool skipBadRows)
        : m_labels(known), m_newLabels(newLabels), m_skipBadRows(skipBadRows)
    {
    }

    void add(Split split, const TextRow& row) override
    {
        auto label = m_labels.find(row.label);
        if (!label && m_newLabels == NewLabels::Never)
            throw Error(
                ErrorCode::BadData,
                {"%1, line %2: the model knows no class \"%3\".",
                 {row.file, std::to_string(row.record.line), shown(std::string(row.label))}},
                {"Use the labels that the model was trained with: %1.", {listedClasses()}});
        if (!label && split != Split::Train) {
            reject(split, row.file, row.record.line,
                   {"Its label \"%1\" does not occur in the training texts.",
                    {shown(std::string(row.label))}});
            return;
        }
        checkBounds(row);
        if (!label)
            label = m_labels.add(row.label);
        LabelledTexts& texts = m_texts[static_cast<size_t>(split)];
        texts.texts.emplace_back(row.text);
        texts.labels.push_back(*label);
    }
    void reject(Split, const std::string& file, int64_t line, Message reason) override
    {
        if (!m_skipBadRows)
            failAtRow(file, line, reason);
        ++m_skipped;
    }
    void refuseFile(Message problem, Message advice) override
    {
        throw Error(ErrorCode::BadData, std::move(problem), std::move(advice));
    }
    void note(Message message) override { m_notes.push_back(std::move(message)); }

    LabelledTexts take(Split split) { return std::move(m_texts[static_cast<size_t>(split)]); }
    const std::vector<std::string>& labels() const { return m_labels.names(); }
    int64_t skipped() const { return m_skipped; }
    const std::vector<Message>& notes() const { return m_notes; }

private:
    void checkBounds(const TextRow& row)
    {
        if (m_labels.names().size() > kMostClasses)
            throw Error(ErrorCode::BadData,
                        {"%1, line %2: there are more than %3 different labels.",
                         {row.file, std::to_string(row.record.line), std::to_string(kMostClasses)}},
                        {"Choose the column that holds the class.", {}});
        if (++m_count > kMostTexts)
            throw Error(ErrorCode::BadData,
                        {"%1, line %2: there are more than %3 texts, which no memory holds.",
                         {row.file, std::to_string(row.record.line), std::to_string(kMostTexts)}},
                        {"Train on a part of the files.", {}});
    }

    std::string listedClasses() const
    {
        constexpr size_t kShown = 20;
        std::string text;
        for (size_t i = 0; i < std::min(kShown, labels().size()); ++i)
            text += (i == 0 ? "" : ", ") + shown(labels()[i]);
        return labels().size() > kShown ? text + " ..." : text;
    }

    LabelIndex m_labels;
    NewLabels m_newLabels;
    bool m_skipBadRows;
    LabelledTexts m_texts[3];
    int64_t m_count = 0;
    int64_t m_skipped = 0;
    std::vector<Message> m_notes;
};

/// Sorts the classes and renumbers the labels.
void sortClasses(DataSet& data)
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
    for (LabelledTexts* texts : {&data.train, &data.valid, &data.test})
        for (int32_t& label : texts->labels)
            label = newNumber[static_cast<size_t>(label)];
}

void append(LabelledTexts& texts, std::string&& text, int32_t label)
{
    texts.texts.push_back(std::move(text));
    texts.labels.push_back(label);
}

/// Takes out of train what was not given apart.
void divide(DataSet& data, const DataSpec& spec)
{
    const double validFraction = data.valid.size() > 0 ? 0.0 : spec.validFraction;
    const double testFraction = data.test.size() > 0 ? 0.0 : spec.testFraction;
    if (validFraction <= 0.0 && testFraction <= 0.0)
        return;
    const auto splits = stratifiedSplit(data.train.labels, data.classes.size(), validFraction,
                                        testFraction, spec.splitSeed);
    LabelledTexts all = std::exchange(data.train, {});
    for (size_t i = 0; i < all.size(); ++i) {
        LabelledTexts& target = splits[i] == Split::Train ? data.train
            : splits[i] == Split::Valid                   ? data.valid
                                                          : data.test;
        append(target, std::move(all.texts[i]), all.labels[i]);
    }
}

void check(const DataSet& data)
{
    if (data.train.size() == 0)
        throw Error(ErrorCode::BadData, {"There is no row to train on.", {}},
                    {"Look at the preview of the data: it says what was read.", {}});
    if (data.train.size() == 1)
        throw Error(
            ErrorCode::BadData,
            {"There is only one row to train on: \"%1\".", {shown(data.train.texts.front())}},
            {"Is it the names of the columns, and the rows are missing? Choose a file with "
             "rows of every class.",
             {}});
    if (data.classes.size() < 2)
        throw Error(ErrorCode::BadData,
                    {"All texts have the same label, \"%1\".", {shown(data.classes.front())}},
                    {"Telling classes apart needs two at least: choose another label column or "
                     "add files.",
                     {}});
}

/// Classes of which no text can be held out, let alone learnt from.
void noteRareClasses(const DataSet& data, std::vector<Message>& notes)
{
    std::vector<int64_t> counts(data.classes.size());
    for (const LabelledTexts* texts : {&data.train, &data.valid, &data.test})
        for (const int32_t label : texts->labels)
            ++counts[static_cast<size_t>(label)];
    const auto rare = std::count(counts.begin(), counts.end(), 1);
    if (rare == 0)
        return;
    const auto first = std::find(counts.begin(), counts.end(), 1) - counts.begin();
    notes.push_back({"Classes with one text only, which cannot be learned: %1 (\"%2\").",
                     {std::to_string(rare), shown(data.classes[static_cast<size_t>(first)])}});
}

std::vector<Message> notesOn(const DataSet& data, const CorpusReader& reader,
                             const TextCollector& collector)
{
    std::vector<Message> notes = reader.notes();
    notes.insert(notes.end(), collector.notes().begin(), collector.notes().end());
    if (data.skippedRows > 0)
        notes.push_back({"Bad rows, skipped: %1.", {std::to_string(data.skippedRows)}});
    noteRareClasses(data, notes);
    return notes;
}

DataSet generatedData(const DataSpec& spec, const Monitor& monitor)
{
    monitor.report({{"Making the sample texts", {}}});
    GeneratedCorpus corpus = generateSample(spec.sample);
    monitor.throwIfStopped();
    return {std::move(corpus.classes), std::move(corpus.train), std::move(corpus.valid),
            std::move(corpus.test)};
}

DataSet readData(const DataSpec& spec, const Monitor& monitor)
{
    const CorpusReader reader(spec, splitPaths(spec), RowKind::LabelledText, monitor);
    reader.throwProblem();
    TextCollector collector({}, TextCollector::NewLabels::InTrain, spec.skipBadRows);
    reader.read(collector);
    DataSet data{collector.labels(), collector.take(Split::Train), collector.take(Split::Valid),
                 collector.take(Split::Test), collector.skipped()};
    check(data);
    sortClasses(data);
    data.notes = notesOn(data, reader, collector);
    return data;
}

/// How files are read that a model is tested on later: as the training files were, whose columns
/// and first row are known, unless they are of another kind.
Selection formatOfTraining(const DataSpec& spec, const std::vector<std::string>& paths,
                           const Monitor& monitor)
{
    if (spec.format.kind != "auto" || spec.train.empty() || spec.sample.kind != "none")
        return spec.format;
    try {
        const auto recognised = [&](const std::vector<std::string>& files) {
            return CorpusReader(spec, {{Split::Train, files}}, RowKind::LabelledText, monitor)
                .format()
                .selection();
        };
        const Selection trained = recognised(spec.train);
        return recognised(paths).kind == trained.kind ? trained : spec.format;
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return spec.format; // The training files are no longer there.
    }
}

} // namespace

DataSet loadData(const DataSpec& spec, const Monitor& monitor)
{
    checkOneSource(spec);
    DataSet data
        = spec.sample.kind == "none" ? readData(spec, monitor) : generatedData(spec, monitor);
    divide(data, spec);
    return data;
}

LabelledTexts loadTexts(const DataSpec& spec, const std::vector<std::string>& paths,
                        const std::vector<std::string>& classes, const Monitor& monitor)
{
    DataSpec settings = spec;
    settings.format = formatOfTraining(spec, paths, monitor);
    const CorpusReader reader(settings, {{Split::Test, paths}}, RowKind::LabelledText, monitor);
    reader.throwProblem();
    TextCollector collector(classes, TextCollector::NewLabels::Never, spec.skipBadRows);
    reader.read(collector);
    LabelledTexts texts = collector.take(Split::Test);
    if (texts.size() == 0)
        throw Error(ErrorCode::BadData, {"There are no texts in the files given.", {}},
                    {"Look at their preview: it says what was read.", {}});
    return texts;
}

} // namespace core
