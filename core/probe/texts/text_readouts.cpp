#include "core/probe/question_kind.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/texts/neighbours.h"

namespace core {

namespace {

void describeInspection(const Inspection& inspection, Readout& readout)
{
    readout.value({"text", "Text"}, inspection.text)
        .value({"cleaned", "Cleaned text"}, inspection.cleaned)
        .list({"tokens", "Tokens"}, inspection.tokens)
        .list({"ids", "Ids"}, inspection.ids, "tokens")
        .value({"cut_tokens", "Tokens beyond the maximum length"}, inspection.cutTokens)
        .list({"token_weights", "Weight of each token in the sentence vector"},
              inspection.tokenWeights, "tokens")
        .value({"vocabulary_size", "Size of the vocabulary"}, inspection.vocabularySize)
        .matrix({"embeddings", "Embeddings of the tokens"}, inspection.embeddings,
                inspection.tokens)
        .parts({"attention", "Attention"}, inspection.attention,
               [&](const AttentionMap& map, Readout& part) {
                   describeAttention(map, inspection.tokens, inspection.tokens, part);
               });
    describeMoment(inspection, readout);
    if (inspection.number)
        readout.value({"number", "Predicted number"}, *inspection.number);
    if (inspection.classes.empty())
        return;
    readout
        .value({"class", "Predicted class"},
               inspection.classes[static_cast<size_t>(inspection.predicted)])
        .named({"probabilities", "Probabilities"}, inspection.classes, inspection.probabilities);
}

/// Describes the class and its probabilities, or the number, that is predicted.
void describePrediction(const TextPrediction& prediction, const std::vector<std::string>& classes,
                        Readout& readout)
{
    if (prediction.number)
        readout.value({"number", "Predicted number"}, *prediction.number);
    else if (!classes.empty())
        readout
            .value({"class", "Predicted class"}, classes[static_cast<size_t>(prediction.predicted)])
            .named({"probabilities", "Probabilities"}, classes, prediction.probabilities);
}

void describeEffects(const WordEffects& effects, Readout& readout)
{
    const auto prediction = [&](const TextPrediction& each) {
        Readout part;
        describePrediction(each, effects.classes, part);
        return part;
    };
    readout.value({"text", "Text"}, effects.text)
        .list({"tokens", "Tokens"}, effects.tokens)
        .part({"whole", "Prediction for the whole text"}, prediction(effects.whole));
    size_t token = 0;
    readout.parts({"without", "Without token"}, effects.without,
                  [&](const TextPrediction& each, Readout& part) {
                      part.key({"token", "Token"}, effects.tokens[token++]);
                      describePrediction(each, effects.classes, part);
                      if (!each.number)
                          part.value({"changed", "Other prediction"},
                                     each.predicted != effects.whole.predicted);
                  });
    if (effects.swapped)
        readout.part({"swapped", "With the replacement"}, prediction(*effects.swapped))
            .list({"replacement", "Tokens of the replacement"}, effects.replacement)
            .value({"replacement_unknown", "One of them is not in the vocabulary"},
                   effects.replacementUnknown);
    readout.list({"nearest", "Tokens with the nearest vectors"}, effects.nearest);
    describeMoment(effects, readout);
}

/// One table: a row for each pair of a token and a neighbour.
void describeNeighbours(const Neighbours& neighbours, Readout& readout)
{
    struct Row {
        size_t place = 0;
        std::string token;
        int64_t rank = 1;
        Neighbour neighbour;
    };
    std::vector<Row> rows;
    std::vector<std::string> unknown;
    for (size_t i = 0; i < neighbours.tokens.size(); ++i) {
        if (neighbours.nearest[i].empty())
            unknown.push_back(neighbours.tokens[i]);
        for (const Neighbour& each : neighbours.nearest[i])
            rows.push_back(
                {i, neighbours.tokens[i], 1 + (&each - neighbours.nearest[i].data()), each});
    }
    using Name = ReadoutName;
    readout.value({"text", "Text"}, neighbours.text)
        .list({"tokens", "Tokens"}, neighbours.tokens)
        .list({"ids", "Ids"}, neighbours.ids, "tokens")
        .list({"without_vector", "Tokens without a vector of their own"}, unknown)
        .value({"vocabulary_size", "Size of the vocabulary"}, neighbours.vocabularySize)
        .value({"features", "Numbers in each vector"}, neighbours.features)
        .table({"neighbours", "Tokens with the most similar vectors"}, rows,
               std::pair{Name{"place", "Place"}, &Row::place},
               std::pair{Name{"token", "Token"}, &Row::token},
               std::pair{Name{"rank", "Rank"}, &Row::rank},
               std::pair{Name{"neighbour", "Neighbour"},
                         [](const Row& row) { return row.neighbour.token; }},
               std::pair{Name{"cosine", "Cosine"},
                         [](const Row& row) { return row.neighbour.cosine; }});
    describeMoment(neighbours, readout);
}

void describeWordSum(const WordSum& sum, Readout& readout)
{
    using Name = ReadoutName;
    readout.list({"words", "Words"}, sum.words)
        .list({"signs", "Signs"}, sum.signs, "words")
        .value({"vocabulary_size", "Size of the vocabulary"}, sum.vocabularySize)
        .value({"features", "Numbers in each vector"}, sum.features)
        .table({"nearest", "Tokens with the vectors most similar to the sum"}, sum.nearest,
               std::pair{Name{"token", "Token"}, &Neighbour::token},
               std::pair{Name{"cosine", "Cosine"}, &Neighbour::cosine});
    std::vector<std::string> placed = sum.words;
    if (!sum.plane.empty()) {
        placed.push_back(sum.nearest.front().token);
        placed.emplace_back("sum");
        readout.value({"plane_share", "Share of the variance in the plane"}, sum.planeShare)
            .matrix({"plane", "Places in the plane of the first two components"}, sum.plane, placed,
                    {"x", "y"});
    }
    describeMoment(sum, readout);
}

} // namespace

QuestionKind<AskInspection> AskInspection::kind()
{
    return {"Tokens, attention and prediction",
            "The tokens of one text with their vectors, all attention weights and the prediction.",
            Schema<AskInspection>().flatten(&AskInspection::example, readTextSchema()),
            &describeInspection};
}

QuestionKind<AskWordEffects> AskWordEffects::kind()
{
    return {
        "Effects of single words",
        "How the prediction changes when each word is left out (occlusion), or one word is "
        "replaced.",
        Schema<AskWordEffects>()
            .flatten(&AskWordEffects::example, Schema<Example>().add(&Example::text, textOption()))
            .add(&AskWordEffects::token,
                 {.name = "token",
                  .label = "Token",
                  .help = "The token, from 0, that is replaced and whose neighbours are "
                          "listed; -1: none.",
                  .minimum = -1})
            .add(&AskWordEffects::replacement,
                 {.name = "replacement",
                  .label = "Replacement",
                  .help = "The text that replaces the token."}),
        &describeEffects};
}

QuestionKind<AskNeighbours> AskNeighbours::kind()
{
    return {
        "Neighbours of tokens",
        "The tokens of the vocabulary whose embedding vectors are most similar (cosine) to that "
        "of each token of the text.",
        Schema<AskNeighbours>()
            .add(&AskNeighbours::text, textOption())
            .add(&AskNeighbours::count,
                 {.name = "count",
                  .label = "Neighbours",
                  .help = "Number of neighbours of each token.",
                  .minimum = 1,
                  .maximum = double(kMaximum)}),
        &describeNeighbours};
}

QuestionKind<AskWordSum> AskWordSum::kind()
{
    return {
        "Sum of words",
        "The tokens of the vocabulary whose embedding vectors are most similar (cosine) to a "
        "sum of vectors of length 1, such as king - man + woman. The words of the sum are left "
        "out.",
        Schema<AskWordSum>()
            .add(&AskWordSum::sum,
                 {.name = "sum",
                  .label = "Sum",
                  .help = "Words with + and - between them, set off by spaces. Without one, king - "
                          "man + woman where the network has these, else the two most frequent "
                          "words."})
            .add(&AskWordSum::count,
                 {.name = "count",
                  .label = "Neighbours",
                  .help = "Number of neighbours of the sum.",
                  .minimum = 1,
                  .maximum = double(AskNeighbours::kMaximum)}),
        &describeWordSum};
}

} // namespace core
