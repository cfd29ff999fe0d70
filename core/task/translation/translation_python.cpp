#include "core/task/translation/translation_python.h"

#include "core/base/error.h"
#include "core/model/python_text.h"
#include "core/task/python_module_parts.h"
#include "core/task/translation/translation_options.h"
#include "core/task/translation/translation_python_template.h"
#include "core/text/python_source.h"

#include <algorithm>

namespace core {

namespace {

static_assert(kBeginId == 2 && kEndId == 3, "the exported modules say so, too");

bool isSubword(const TextPipeline& pipeline)
{
    return pipeline.spec().tokeniser.kind.starts_with("sentencepiece");
}

std::string subwordRows(const PairPipelines& pipelines)
{
    std::string rows;
    if (isSubword(*pipelines.source))
        rows += "| `tokeniser.model` | the SentencePiece model of the sources |\n";
    if (isSubword(*pipelines.target))
        rows += "| `target/tokeniser.model` | that of the translations |\n";
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

std::string translatorModule(const LeavingTranslator& translator, const ExportOrigin& origin)
{
    const TextSpec& source = translator.pipelines.source->spec();
    const TextSpec& target = translator.pipelines.target->spec();
    const DecodingSpec decoding = translationOptions(translator.spec).decoding;
    return filledIn(kTranslatorModule,
                    {{"title", origin.title},
                     {"imports", kPythonImports},
                     {"longest_source", std::to_string(source.maximumLength)},
                     {"longest_target", std::to_string(target.maximumLength)},
                     {"length_factor", pythonLiteral(decoding.lengthFactor)},
                     {"length_margin", std::to_string(decoding.lengthMargin)},
                     // As longestTranslation() bounds it.
                     {"length_bound",
                      std::to_string(std::max<int64_t>(0, translator.network.longestTarget() - 1))},
                     {"preprocessing", pythonPairPreprocessing(source, target)},
                     {"network", translator.network.pythonSource()},
                     {"loading", kPythonLoading}});
}

std::string translatorReadme(const LeavingTranslator& translator, const ExportOrigin& origin)
{
    return filledIn(kTranslatorReadme,
                    {{"name", markdownText(translator.spec.name)},
                     {"title", origin.title},
                     {"direction", direction(translator.spec.data)},
                     {"updates", std::to_string(origin.step)},
                     {"epoch", std::to_string(origin.epoch)},
                     {"subword", subwordRows(translator.pipelines)}});
}

} // namespace core
