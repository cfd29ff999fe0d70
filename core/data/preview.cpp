#include "core/data/preview.h"

#include "core/data/class_preview_builder.h"
#include "core/data/data_kinds.h"
#include "core/data/data_source.h"
#include "core/data/pairs/pair_preview_builder.h"
#include "core/data/pairs/parallel_files.h"
#include "core/data/sample.h"
#include "core/data/samples/pair_sample.h"

#include <optional>
#include <tuple>

namespace core {

namespace {

void addTexts(Split split, const LabelledTexts& texts, const std::vector<std::string>& classes,
              PreviewBuilder& builder)
{
    const std::string file;
    for (size_t i = 0; i < texts.size(); ++i) {
        const std::string& label = classes[static_cast<size_t>(texts.labels[i])];
        const Record record{static_cast<int64_t>(i) + 1, {label, texts.texts[i]}};
        builder.add(split, {texts.texts[i], label, file, record});
    }
}

void addPairs(Split split, const SentencePairs& pairs, PreviewBuilder& builder)
{
    const std::string file;
    for (size_t i = 0; i < pairs.size(); ++i) {
        const Record record{static_cast<int64_t>(i) + 1, {pairs.source[i], pairs.target[i]}};
        builder.add(split, {pairs.source[i], pairs.target[i], file, record});
    }
}

std::string sampleTitle(const std::string& id)
{
    for (const KindDescription& kind : sampleKinds())
        if (kind.id == id)
            return kind.title;
    return id;
}

void previewLabelledSample(const Monitor& monitor, DataPreview& preview)
{
    preview.columns = {"label", "text"};
    preview.textColumns = {1};
    preview.labelColumn = 0;
    const GeneratedCorpus corpus = generateSample(preview.spec.sample);
    monitor.throwIfStopped();
    ClassPreviewBuilder builder;
    addTexts(Split::Train, corpus.train, corpus.classes, builder);
    addTexts(Split::Valid, corpus.valid, corpus.classes, builder);
    addTexts(Split::Test, corpus.test, corpus.classes, builder);
    builder.finish(preview);
}

void previewPairSample(const Monitor& monitor, DataPreview& preview)
{
    preview.columns = {"source", "target"};
    preview.textColumns = {0};
    preview.labelColumn = 1;
    const GeneratedPairs pairs = generatePairs(preview.spec.sample);
    monitor.throwIfStopped();
    PairPreviewBuilder builder;
    addPairs(Split::Train, pairs.train, builder);
    addPairs(Split::Valid, pairs.valid, builder);
    addPairs(Split::Test, pairs.test, builder);
    builder.finish(preview);
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
    const bool pairs = preview.task == "translation";
    const CorpusReader reader(preview.spec,
                              pairs ? pairSplitPaths(preview.spec) : splitPaths(preview.spec),
                              pairs ? RowKind::Pair : RowKind::LabelledText, monitor);
    preview.spec.format = reader.format().selection();
    preview.encoding = reader.encodings();
    preview.formatTitle = reader.format().title();
    preview.columns = reader.format().layout().columns;
    preview.textColumns = reader.format().layout().textColumns;
    preview.labelColumn = reader.format().layout().labelColumn;
    preview.notes = reader.notes();
    preview.problems = reader.problems();
    if (pairs)
        nameLanguages(preview);
    reader.read(builder);
    builder.finish(preview);
}

} // namespace

DataPreview previewData(const std::string& task, const DataSpec& spec, const Monitor& monitor)
{
    checkOneSource(spec);
    DataPreview preview;
    preview.task = task;
    preview.spec = spec;
    const bool pairs = task == "translation";
    if (spec.sample.kind != "none") {
        preview.formatTitle = sampleTitle(spec.sample.kind);
        monitor.report({{"Making the sample texts", {}}});
        (pairs ? previewPairSample : previewLabelledSample)(monitor, preview);
    } else if (pairs) {
        PairPreviewBuilder builder;
        previewFiles(monitor, preview, builder);
    } else {
        ClassPreviewBuilder builder;
        previewFiles(monitor, preview, builder);
    }
    return preview;
}

} // namespace core
