#include "core/task/translation/translator_parts.h"

#include "core/base/python_piece.h"
#include "core/task/text_python.h"
#include "core/text/python_source.h"
#include "core/text/tokenisers/tokeniser.h"

#include <algorithm>

namespace core {

namespace {

static_assert(kBeginId == 2 && kEndId == 3, "the exported modules say so, too");

bool isSubword(const TextPipeline& pipeline)
{
    return learnsSubwords(pipeline.spec().tokeniser.kind);
}

std::string subwordRows(const PairPipelines& pipelines)
{
    std::string rows;
    if (isSubword(*pipelines.source))
        rows += "| `tokeniser.model` | the pieces of the sources |\n";
    if (isSubword(*pipelines.target))
        rows += "| `target/tokeniser.model` | those of the translations |\n";
    return rows;
}

/// " from de to en"; nothing where the languages have no names.
std::string direction(const DataSpec& data)
{
    if (data.sourceLanguage.empty() || data.targetLanguage.empty())
        return {};
    return " from " + markdownText(data.sourceLanguage) + " to "
        + markdownText(data.targetLanguage);
}

} // namespace

std::string translatorModule(const TranslatorParts& translator, const ExportOrigin& origin)
{
    const TextSpec& source = translator.pipelines.source->spec();
    const TextSpec& target = translator.pipelines.target->spec();
    // As longestTranslation() bounds it.
    const int64_t bound = std::max<int64_t>(0, translator.network->longestTarget() - 1);
    return pythonPiece(
        "tasks/translation",
        {{"TITLE", origin.title},
         {"IMPORTS", pythonPiece("text/imports")},
         {"SOURCE_LENGTH", source.maximumLength},
         {"TARGET_LENGTH", target.maximumLength},
         {"FACTOR", translator.decoding.lengthFactor},
         {"MARGIN", translator.decoding.lengthMargin},
         {"BOUND", bound},
         {"PREPROCESSING", pythonPairPreprocessing(source, target)},
         {"NETWORK",
          joinedPython({translator.network->pythonSource(), pythonPiece("tasks/loading")})}});
}

std::string translatorReadme(const ExperimentSpec& spec, const TranslatorParts& translator,
                             const ExportOrigin& origin)
{
    return exportedText("tasks/translation_readme.md",
                        {{"NAME", markdownText(spec.name)},
                         {"TITLE", origin.title},
                         {"DIRECTION", direction(spec.data)},
                         {"UPDATES", origin.step},
                         {"EPOCH", origin.epoch},
                         {"SUBWORD", subwordRows(translator.pipelines)}});
}

} // namespace core
