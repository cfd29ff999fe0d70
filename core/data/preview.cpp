#include "core/data/preview.h"

#include "core/data/cells/spans.h"
#include "core/data/corpus_reader.h"
#include "core/data/pairs/parallel_files.h"
#include "core/data/preview_builder.h"
#include "core/data/sample.h"

#include <optional>
#include <tuple>

namespace core {

namespace {

void addRows(Split split, const LabelledTexts& texts, const std::vector<std::string>& classes,
             PreviewBuilder& builder)
{
    const std::string file;
    for (size_t i = 0; i < texts.size(); ++i) {
        if (!texts.spans.empty()) {
            const auto [question, passage] = questionAndPassage(texts.texts[i]);
            const Record asked{static_cast<int64_t>(i) + 1, {question, passage, texts.spans[i]}};
            builder.add(split, {texts.texts[i], texts.spans[i], file, asked});
            continue;
        }
        const bool alone = texts.labels.empty() && texts.numbers.empty() && texts.tags.empty();
        const std::string label = alone ? std::string()
            : !texts.tags.empty()       ? texts.tags[i]
            : classes.empty()           ? numberText(texts.numbers[i])
                                        : classes[static_cast<size_t>(texts.labels[i])];
        Record record{static_cast<int64_t>(i) + 1, {label, texts.texts[i]}};
        if (alone)
            record.cells.erase(record.cells.begin());
        builder.add(split, {texts.texts[i], label, file, record});
    }
}

void addRows(Split split, const SentencePairs& pairs, PreviewBuilder& builder)
{
    const std::string file;
    for (size_t i = 0; i < pairs.size(); ++i) {
        const Record record{static_cast<int64_t>(i) + 1, {pairs.source[i], pairs.target[i]}};
        builder.add(split, {pairs.source[i], pairs.target[i], file, record});
    }
}

std::string sampleTitle(const std::string& id)
{
    for (const KindDescription& kind : sampleKinds({}))
        if (kind.id == id)
            return kind.title;
    return id;
}

/// The name of the column of answers.
const char* nameOfAnswer(const TaskColumns& columns)
{
    if (columns.answers(ColumnKind::Tags))
        return "tags";
    return columns.answers(ColumnKind::Class) ? "label" : "number";
}

void previewSample(const Monitor& monitor, DataPreview& preview, PreviewBuilder& builder)
{
    preview.formatTitle = sampleTitle(preview.spec.sample.kind);
    monitor.report({{"Making the sample texts", {}}});
    if (preview.read.arePairs()) {
        preview.columns = {"source", "target"};
        preview.textColumns = {0};
        preview.labelColumn = 1;
        const GeneratedPairs pairs = generatePairs(preview.spec.sample);
        monitor.throwIfStopped();
        addRows(Split::Train, pairs.train, builder);
        addRows(Split::Valid, pairs.valid, builder);
        addRows(Split::Test, pairs.test, builder);
    } else {
        if (preview.read.answers(ColumnKind::Spans)) {
            preview.columns = {"question", "context", "answers"};
            preview.textColumns = {0, 1};
            preview.labelColumn = 2;
        } else if (preview.read.answer()) {
            preview.columns = {nameOfAnswer(preview.read), "text"};
            preview.textColumns = {1};
            preview.labelColumn = 0;
        } else {
            preview.columns = {"text"};
            preview.textColumns = {0};
        }
        const GeneratedCorpus corpus
            = generateSample(preview.spec.sample, preview.read.answer().value_or(ColumnKind::Text));
        monitor.throwIfStopped();
        addRows(Split::Train, corpus.train, corpus.classes, builder);
        addRows(Split::Valid, corpus.valid, corpus.classes, builder);
        addRows(Split::Test, corpus.test, corpus.classes, builder);
    }
}

/// Names the languages that the user left open, from the names of columns or files.
void nameLanguages(DataPreview& preview)
{
    DataSpec& spec = preview.spec;
    if (!spec.sourceLanguage.empty() || !spec.targetLanguage.empty())
        return;
    std::optional<SideWord> source, target;
    if (!spec.train.empty() && !spec.trainTarget.empty()) {
        const auto sides = sidesOfNames(spec.train.front(), spec.trainTarget.front());
        if (sides)
            std::tie(source, target) = std::tuple(sides->first, sides->second);
    } else if (preview.textColumns.size() == 1 && preview.textColumns.front() >= 0
               && preview.labelColumn >= 0) {
        source = columnSide(preview.columns[static_cast<size_t>(preview.textColumns.front())]);
        target = columnSide(preview.columns[static_cast<size_t>(preview.labelColumn)]);
    }
    if (source && target && isLanguage(source->kind) && isLanguage(target->kind)) {
        spec.sourceLanguage = source->word;
        spec.targetLanguage = target->word;
    }
}

void previewFiles(const Monitor& monitor, DataPreview& preview, PreviewBuilder& builder)
{
    const CorpusReader reader(preview.spec, splitPaths(preview.spec, preview.read), preview.read,
                              monitor);
    preview.spec.format = reader.format().selection();
    preview.encoding = reader.encodings();
    preview.formatTitle = reader.format().title();
    preview.columns = reader.format().layout().columns;
    preview.textColumns = reader.format().layout().textColumns;
    preview.labelColumn = reader.format().layout().labelColumn;
    preview.sheets = reader.format().layout().sheets;
    preview.sheet = reader.format().layout().sheet;
    preview.notes = reader.notes();
    preview.problems = reader.problems();
    if (preview.read.arePairs())
        nameLanguages(preview);
    reader.read(builder);
}

} // namespace

DataPreview previewData(const TaskColumns& columns, const DataSpec& spec, const Monitor& monitor)
{
    checkOneSource(spec);
    DataPreview preview;
    preview.read = columns;
    preview.spec = spec;
    const std::unique_ptr<PreviewBuilder> builder = makePreviewBuilder(columns);
    (spec.sample.kind != "none" ? previewSample : previewFiles)(monitor, preview, *builder);
    builder->finish(preview);
    return preview;
}

bool hasOnlyFewBadRows(const DataPreview& preview)
{
    constexpr int64_t kOneIn = 1000;
    return preview.badRowCount > 0 && !preview.spec.skipBadRows && preview.problems.size() == 1
        && preview.badRowCount * kOneIn <= preview.trainRows;
}

} // namespace core
