#include "core/task/translation/translation_options.h"

#include "core/data/preview.h"
#include "core/text/text_files.h"

#include <utility>

namespace core {

const Schema<DecodingSpec>& decodingSchema()
{
    static const Schema<DecodingSpec> schema
        = Schema<DecodingSpec>()
              .add(&DecodingSpec::search,
                   {.name = "search",
                    .label = "Search",
                    .help = "How the best translation is searched for when the run is tested, and "
                            "what the Decoding view starts with.",
                    .family = "search"})
              .add(&DecodingSpec::lengthFactor,
                   {.name = "length_factor",
                    .label = "Length factor",
                    .help = "Translations are cut off: raise it. Their longest length is this "
                            "factor times the source tokens, plus the margin.",
                    .minimum = 0.0,
                    .maximum = 100.0,
                    .advanced = true})
              .add(&DecodingSpec::lengthMargin,
                   {.name = "length_margin",
                    .label = "Length margin",
                    .help = "If translations of short sentences are cut off, raise it.",
                    .unit = "tokens",
                    .minimum = 1,
                    .maximum = 10000,
                    .advanced = true})
              .add(&DecodingSpec::validationSentences,
                   {.name = "validation_sentences",
                    .label = "Translate after each epoch",
                    .help = "Validation pairs that are translated greedily for the curves of BLEU "
                            "and alignment error. Validation takes long: lower it. 0: none.",
                    .unit = "pairs",
                    .minimum = 0,
                    .maximum = 1000000,
                    .advanced = true});
    return schema;
}

namespace {

} // namespace

const Schema<TranslationOptions>& translationSchema()
{
    static const Schema<TranslationOptions> schema
        = Schema<TranslationOptions>()
              .section(&TranslationOptions::targetText,
                       {.name = "target_text",
                        .label = "Target text",
                        .help = "How texts of the target language become ids.",
                        .beside = "text"},
                       targetTextSchema())
              .add(&TranslationOptions::teacherForcing,
                   {.name = "teacher_forcing",
                    .label = "Teacher forcing",
                    .help = "Good on validation loss but poor translations (exposure bias): feed "
                            "the decoder more and more of its own words. Slower.",
                    .family = "teacher_forcing"})
              .section(&TranslationOptions::decoding,
                       {.name = "decoding",
                        .label = "Decoding",
                        .help = "How a translator writes.",
                        .advanced = true},
                       decodingSchema());
    return schema;
}

TranslationOptions translationOptions(const ExperimentSpec& spec)
{
    return translationSchema().fromJson(spec.task.options);
}

void setTranslationOptions(ExperimentSpec& spec, const TranslationOptions& options)
{
    spec.task = {kTranslationTask, translationSchema().toJson(options)};
}

ExperimentSpec exchangedSides(ExperimentSpec spec, const DataSpec& data)
{
    spec.data = exchangedSides(data);
    TranslationOptions options = translationOptions(spec);
    if (!options.targetText.joint) // Else the settings of the source count for both sides.
        std::swap(spec.text, options.targetText);
    setTranslationOptions(spec, options);
    return spec;
}

} // namespace core
