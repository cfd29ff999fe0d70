#include "core/task/brief_answer.h"
#include "core/task/live_model.h"
#include "core/task/question_options.h"
#include "core/task/word_effects.h"

namespace core {

namespace {

void describeInspection(const Inspection& inspection, Readout& readout)
{
    readout.value({"text", "Text"}, inspection.text)
        .value({"cleaned", "Cleaned text"}, inspection.cleaned)
        .list({"tokens", "Tokens"}, inspection.tokens)
        .list({"ids", "Ids"}, inspection.ids)
        .value({"cut_tokens", "Tokens beyond the maximum length"}, inspection.cutTokens)
        .list({"token_weights", "Weight of each token in the sentence vector"},
              inspection.tokenWeights)
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

/// @param name, title  of what is predicted. Of a classifier its probabilities, else its number.
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
        .part({"whole", "Of the whole text"}, prediction(effects.whole));
    size_t token = 0;
    readout.parts({"without", "Without token"}, effects.without,
                  [&](const TextPrediction& each, Readout& part) {
                      part.value({"token", "Token"}, effects.tokens[token++]);
                      describePrediction(each, effects.classes, part);
                  });
    if (effects.swapped)
        readout.part({"swapped", "With the replacement"}, prediction(*effects.swapped))
            .list({"replacement", "Tokens of the replacement"}, effects.replacement)
            .value({"replacement_unknown", "The vocabulary lacks one of them"},
                   effects.replacementUnknown);
    readout.list({"nearest", "Tokens with the nearest vectors"}, effects.nearest);
    describeMoment(effects, readout);
}

const char* nameOf(DataExample::Kind kind)
{
    switch (kind) {
    case DataExample::Kind::Short:
        return "short";
    case DataExample::Kind::Long:
        return "long";
    case DataExample::Kind::Wrong:
        return "wrong";
    }
    return "";
}

} // namespace

const Schema<Example>& exampleSchema()
{
    static const Schema<Example> schema
        = Schema<Example>()
              .add(&Example::text, textOption())
              .add(&Example::reference,
                   {.name = "reference",
                    .label = "True answer",
                    .help = "A class, a number, a tag for each token or a translation: what the "
                            "loss is taken of. Without one, what the network predicts."})
              .add(&Example::className, classOption());
    return schema;
}

void describeAttention(const AttentionMap& map, const std::vector<std::string>& queries,
                       const std::vector<std::string>& keys, Readout& readout)
{
    const auto labels = [](const std::vector<std::string>& known, int64_t count) {
        std::vector<std::string> all = known;
        for (size_t at = all.size(); at < static_cast<size_t>(count); ++at)
            all.push_back(std::to_string(at));
        all.resize(static_cast<size_t>(count));
        return all;
    };
    readout.value({"group", "Group"}, map.group)
        .value({"layer", "Layer"}, map.layer)
        .value({"head", "Head"}, map.head)
        .matrix({"weights", "Weights"}, map.weights, labels(queries, map.rows),
                labels(keys, map.columns));
    if (!map.scores.empty())
        readout
            .matrix({"scores", "Scores"}, map.scores, labels(queries, map.rows),
                    labels(keys, map.columns))
            .value({"formula", "Formula"}, map.formula.line());
}

QuestionKind<AskInspection> AskInspection::kind()
{
    Schema<AskInspection> options;
    options.add(&AskInspection::text, textOption());
    return {"Tokens, attention and prediction",
            "What the network computes for one text: its tokens with their vectors, all attention "
            "weights and the prediction.",
            addDivision(options), &describeInspection};
}

QuestionKind<AskPositions> AskPositions::kind()
{
    return {"Vectors of positions", "The vectors that the network adds for positions.",
            Schema<AskPositions>().add(&AskPositions::length,
                                       {.name = "length",
                                        .label = "Length",
                                        .help = "0: as long as the network reaches.",
                                        .unit = "positions",
                                        .minimum = 0,
                                        .maximum = 100000}),
            [](const std::vector<PositionTable>& tables, Readout& readout) {
                readout.parts({"tables", "Table"}, tables,
                              [](const PositionTable& table, Readout& part) {
                                  part.value({"name", "Name"}, table.name)
                                      .matrix({"values", "Values (rows: positions)"}, table.values,
                                              static_cast<size_t>(table.length),
                                              static_cast<size_t>(table.features));
                              });
            }};
}

QuestionKind<AskWordEffects> AskWordEffects::kind()
{
    return {"Effects of single words",
            "How the prediction changes when each word is left out (occlusion), or one word is "
            "replaced.",
            Schema<AskWordEffects>()
                .add(&AskWordEffects::text, textOption())
                .add(&AskWordEffects::token,
                     {.name = "token",
                      .label = "Token",
                      .help = "The token, from 0, that is replaced and whose neighbours are "
                              "listed; -1: none.",
                      .minimum = -1})
                .add(&AskWordEffects::replacement,
                     {.name = "replacement",
                      .label = "Replacement",
                      .help = "What stands in the place of the token."}),
            &describeEffects};
}

QuestionKind<AskBriefly> AskBriefly::kind()
{
    return {"Prediction in a few words",
            "The class, number, tags, translation or continuation that the network predicts.",
            Schema<AskBriefly>()
                .add(&AskBriefly::text, textOption())
                .add(&AskBriefly::className, classOption()),
            [](const BriefAnswer& brief, Readout& readout) {
                readout.value({"text", "Prediction"}, brief.text);
                if (brief.probability >= 0.0)
                    readout.value({"probability", "Probability"}, brief.probability);
                describeMoment(brief, readout);
            }};
}

QuestionKind<AskExamples> AskExamples::kind()
{
    return {"Examples of the data",
            "A short and a long text of the run's data, and one that the network gets wrong.",
            splitOptions<AskExamples>(),
            [](const std::vector<DataExample>& examples, Readout& readout) {
                readout.table({"examples", "Examples"}, examples,
                              column({"kind", "Kind"},
                                     [](const DataExample& each) { return nameOf(each.kind); }),
                              column({"text", "Text"}, &DataExample::text),
                              column({"truth", "True answer"}, &DataExample::truth));
            }};
}

QuestionKind<AskExample> AskExample::kind()
{
    return {"A text of the data",
            "A short text of the run's own data.",
            {},
            [](const std::string& text, Readout& readout) {
                readout.value({"text", "Text"}, text);
            }};
}

} // namespace core
