#include "core/data/preview.h"

#include "core/data/data_kinds.h"
#include "core/data/preview_builder.h"
#include "core/data/sample.h"

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

std::string sampleTitle(const std::string& id)
{
    for (const KindDescription& kind : sampleKinds())
        if (kind.id == id)
            return kind.title;
    return id;
}

DataPreview previewSample(const DataSpec& spec, const Monitor& monitor)
{
    DataPreview preview;
    preview.spec = spec;
    preview.formatTitle = sampleTitle(spec.sample.kind);
    preview.columns = {"label", "text"};
    preview.textColumns = {1};
    preview.labelColumn = 0;
    monitor.report({{"Making the sample texts", {}}});
    const GeneratedCorpus corpus = generateSample(spec.sample);
    monitor.throwIfStopped();
    PreviewBuilder builder;
    addTexts(Split::Train, corpus.train, corpus.classes, builder);
    addTexts(Split::Valid, corpus.valid, corpus.classes, builder);
    addTexts(Split::Test, corpus.test, corpus.classes, builder);
    builder.finish(preview);
    return preview;
}

} // namespace

DataPreview previewData(const DataSpec& spec, const Monitor& monitor)
{
    if (spec.sample.kind != "none")
        return previewSample(spec, monitor);
    const CorpusReader reader(spec, splitPaths(spec), monitor);
    DataPreview preview;
    preview.spec = spec;
    preview.spec.format = reader.format().selection();
    preview.spec.encoding = reader.encoding();
    preview.formatTitle = reader.format().title();
    preview.columns = reader.format().layout().columns;
    preview.textColumns = reader.format().layout().textColumns;
    preview.labelColumn = reader.format().layout().labelColumn;
    preview.notes = reader.notes();
    preview.problems = reader.problems();
    PreviewBuilder builder;
    reader.read(builder);
    builder.finish(preview);
    return preview;
}

} // namespace core
