#include "core/probe/in_context/in_context_question.h"
#include "core/probe/question_kind.h"

#include <cmath>
#include <optional>

namespace core {

namespace {

std::optional<double> knownNumber(double number)
{
    return std::isnan(number) ? std::nullopt : std::optional(number);
}

struct LayerRow {
    std::string layer;
    std::optional<double> selfSimilarity, baseline, adjusted, senseAccuracy;
};

struct CosineRow {
    std::string layer;
    int64_t first = 0, second = 0; ///< Numbers of given uses, from 1.
    double cosine = 0.0;
};

void describeInContext(const InContext& found, Readout& readout)
{
    using Name = ReadoutName;
    std::vector<LayerRow> layers;
    std::vector<CosineRow> cosines;
    const size_t given = found.given.size();
    for (const LayerUses& each : found.layers) {
        layers.push_back({each.layer, knownNumber(each.selfSimilarity), knownNumber(each.baseline),
                          knownNumber(each.selfSimilarity - each.baseline),
                          knownNumber(each.senseAccuracy)});
        for (size_t i = 0; i < given; ++i)
            for (size_t k = i + 1; k < given; ++k)
                cosines.push_back({each.layer, static_cast<int64_t>(i + 1),
                                   static_cast<int64_t>(k + 1),
                                   double{each.cosines[i * given + k]}});
    }
    readout.value({"word", "Word"}, found.word)
        .table({"given", "The word in the texts"}, found.given,
               std::pair{Name{"text", "Text"}, &WordUse::text},
               std::pair{Name{"token", "First token"}, &WordUse::token},
               std::pair{Name{"sense", "Meaning"}, &WordUse::sense},
               std::pair{Name{"unknown", "Not in the vocabulary"}, &WordUse::unknown})
        .list({"unknown", "Words of these texts that are not in the vocabulary"}, found.unknown)
        .list({"without", "Given texts without the word"}, found.without)
        .table({"cosines", "Cosine between two uses, by layer"}, cosines,
               std::pair{Name{"layer", "Layer"}, &CosineRow::layer},
               std::pair{Name{"first", "Use"}, &CosineRow::first},
               std::pair{Name{"second", "Other use"}, &CosineRow::second},
               std::pair{Name{"cosine", "Cosine"}, &CosineRow::cosine})
        .value({"uses", "Uses in the data"}, found.inData)
        .table({"layers", "The uses in the data, by layer"}, layers,
               std::pair{Name{"layer", "Layer"}, &LayerRow::layer},
               std::pair{Name{"self_similarity", "Self-similarity"}, &LayerRow::selfSimilarity},
               std::pair{Name{"baseline", "Random words"}, &LayerRow::baseline},
               std::pair{Name{"adjusted", "Difference"}, &LayerRow::adjusted},
               std::pair{Name{"sense_accuracy", "Nearest use has the same meaning"},
                         &LayerRow::senseAccuracy});
    if (found.senses > 0)
        readout.value({"senses", "Meanings"}, found.senses)
            .value({"commonest_sense", "Share of the most frequent meaning"}, found.commonestSense);
    readout.value({"nearest_layer", "Layer of the nearest uses"}, found.nearestLayer)
        .table({"nearest", "Uses in the data nearest to the first one"}, found.nearest,
               std::pair{Name{"text", "Text"}, &NearUse::text},
               std::pair{Name{"sense", "Meaning"}, &NearUse::sense},
               std::pair{Name{"cosine", "Cosine"}, &NearUse::cosine});
    describeMoment(found, readout);
}

} // namespace

QuestionKind<AskInContext> AskInContext::kind()
{
    return {
        "A word in context",
        "How the vectors of one word differ between sentences, at each layer: cosines, "
        "self-similarity over the data with random words as its baseline, the nearest uses, "
        "and how often these have the same meaning where the data tell it.",
        splitOptions<AskInContext>()
            .add(&AskInContext::word,
                 {.name = "word",
                  .label = "Word",
                  .help = "Without one, a word that the sentences share; without these a word of "
                          "several meanings where the data have such, else a frequent one."})
            .add(&AskInContext::sentences,
                 {.name = "sentences",
                  .label = "Sentences",
                  .help = "Sentences with the word; a JSON list if one of them contains a "
                          "comma. Those without the word are left out; without any, two texts "
                          "of the data."})
            .add(&AskInContext::count,
                 {.name = "count",
                  .label = "Uses",
                  .help = "Number of uses in the data that are read at most.",
                  .minimum = 2,
                  .maximum = 5000})
            .add(&AskInContext::layer,
                 {.name = "layer",
                  .label = "Layer",
                  .help = "Layer for the nearest uses. Without one, the last."}),
        &describeInContext};
}

} // namespace core
