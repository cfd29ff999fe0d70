#include "core/base/error.h"
#include "core/metric/score.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/attention/head_by_hand.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

const char* nameOfChange(AttentionChange change)
{
    switch (change) {
    case AttentionChange::None:
        return "none";
    case AttentionChange::Uniform:
        return "uniform";
    case AttentionChange::Permuted:
        return "permuted";
    case AttentionChange::Off:
        return "off";
    case AttentionChange::BestOnly:
        return "best_only";
    case AttentionChange::ByHand:
        return "by_hand";
    }
    return "";
}

/// Nothing where all are meant.
std::optional<int64_t> oneOrAll(int64_t index)
{
    return index < 0 ? std::nullopt : std::optional(index);
}

/// Columns "group", "layer" and "head" of rows that have a site; empty: all.
template <class Row> auto groupColumn()
{
    return column({"group", "Group"}, [](const Row& row) { return row.site.group; });
}
template <class Row> auto layerColumn()
{
    return column({"layer", "Layer"}, [](const Row& row) { return oneOrAll(row.site.layer); });
}
template <class Row> auto headColumn()
{
    return column({"head", "Head"}, [](const Row& row) { return oneOrAll(row.site.head); });
}

void describeSaying(const AttentionSaying& saying, const std::vector<std::string>& classes,
                    Readout& readout)
{
    readout.value({"prediction", "Prediction"}, saying.said);
    if (saying.probability >= 0.0)
        readout.value({"probability", "Probability"}, saying.probability);
    if (!saying.probabilities.empty())
        readout.named({"probabilities", "Probabilities"}, classes, saying.probabilities);
    if (saying.loss)
        readout.value({"loss", "Loss"}, *saying.loss);
}

void describeOutcomes(const ReadoutName& name, const std::vector<AttentionOutcome>& outcomes,
                      Readout& readout)
{
    using Row = AttentionOutcome;
    readout.table(
        name, outcomes,
        column({"change", "Change"}, [](const Row& row) { return nameOfChange(row.change); }),
        groupColumn<Row>(), layerColumn<Row>(), headColumn<Row>(),
        column({"prediction", "Prediction"}, [](const Row& row) { return row.saying.said; }),
        column({"loss", "Loss"}, [](const Row& row) { return row.saying.loss; }),
        column({"distance", "Distance"}, &Row::distance),
        column({"changed", "Other prediction"}, &Row::turned));
}

void describeHead(const AttentionHeadFacts& head, const AttentionTest& test, Readout& readout)
{
    const bool ofTarget = head.map.group == "cross" || head.map.group == "decoder";
    describeAttention(head.map, ofTarget ? test.targetTokens : test.tokens,
                      head.map.group == "decoder" ? test.targetTokens : test.tokens, readout);
    readout.value({"entropy", "Entropy", "nats"}, head.entropy)
        .value({"relative_entropy", "Relative entropy"}, head.relativeEntropy)
        .value({"tau_gradient", "Kendall's τ with gradient x input"}, head.tauGradient)
        .value({"tau_leave_one_out", "Kendall's τ with leaving out"}, head.tauLeaveOneOut);
}

/// The importance of each token, for a translation by target token.
void describeImportance(const ReadoutName& name, const std::vector<double>& values,
                        const AttentionTest& test, Readout& readout)
{
    if (!values.empty())
        readout.matrix(name, values, values.size() / test.tokens.size(), test.tokens.size());
}

/// @throws Error{BadSetting} without attention.
void checkAttention(bool hasAttention)
{
    if (!hasAttention)
        throw Error(ErrorCode::BadSetting, {"This network has no attention.", {}},
                    {"Choose a run whose network has attention, such as a Transformer.", {}});
}

void describeTest(const AttentionTest& test, Readout& readout)
{
    checkAttention(!test.heads.empty());
    Readout plain;
    describeSaying(test.plain, test.classes, plain);
    readout.value({"text", "Text"}, test.text)
        .list({"tokens", "Tokens"}, test.tokens)
        .list({"target_tokens", "Tokens of the target"}, test.targetTokens)
        .value({"loss_of", "The loss is that of"}, test.lossOf)
        .value({"loss_of_truth", "This is the true answer"}, test.lossOfTruth)
        .part({"plain", "As the network computes it"}, std::move(plain));
    describeOutcomes({"outcomes", "Changes"}, test.outcomes, readout);
    if (test.byHand)
        describeOutcomes({"by_hand", "Set by hand"}, {*test.byHand}, readout);
    describeImportance({"gradient", "|gradient x input|"}, test.gradient, test, readout);
    describeImportance({"leave_one_out", "Effect of leaving out"}, test.leaveOneOut, test, readout);
    readout.parts(
        {"heads", "Head"}, test.heads,
        [&](const AttentionHeadFacts& head, Readout& part) { describeHead(head, test, part); });
    describeMoment(test, readout);
}

void describeEntropies(const AttentionEntropies& entropies, Readout& readout)
{
    using Row = AttentionEntropy;
    checkAttention(!entropies.heads.empty());
    readout.table({"heads", "Heads"}, entropies.heads, groupColumn<Row>(), layerColumn<Row>(),
                  headColumn<Row>(), column({"entropy", "Entropy (nats)"}, &Row::entropy),
                  column({"relative_entropy", "Relative entropy"}, &Row::relativeEntropy));
    describeMoment(entropies, readout);
}

void describeScores(const AttentionScores& scores, Readout& readout)
{
    using Row = ScoredAttention;
    checkAttention(scores.rows.size() > 1);
    const std::string measure = scoreDescription(scores.measure).title;
    readout.value({"measure", "Measure (" + measure + ")"}, scores.measure)
        .value({"texts", "Texts"}, scores.texts)
        .table(
            {"changes", "Changes"}, scores.rows,
            column({"change", "Change"}, [](const Row& row) { return nameOfChange(row.change); }),
            groupColumn<Row>(), layerColumn<Row>(), headColumn<Row>(),
            column({"measure", measure}, &Row::measure), column({"loss", "Loss"}, &Row::loss),
            column({"changed", "Share of other predictions"}, &Row::turned));
    describeMoment(scores, readout);
}

/// "q1 film": rows of a table, counted from 1 as in the window.
std::vector<std::string> rowNames(const char* table, const std::vector<std::string>& tokens)
{
    std::vector<std::string> names;
    for (const std::string& token : tokens)
        names.push_back(table + std::to_string(names.size() + 1) + " " + token);
    return names;
}

void describeHeadByHand(const HeadByHand& head, Readout& readout)
{
    const std::vector<std::string> queries = rowNames("q", head.queryTokens),
                                   keys = rowNames("k", head.keyTokens),
                                   values = rowNames("v", head.keyTokens);
    const auto table
        = [&](ReadoutName name, const NumberTable& numbers, const std::vector<std::string>& rows) {
              std::vector<std::string> columns;
              for (int64_t column = 0; column < numbers.columns; ++column)
                  columns.push_back(std::to_string(column + 1));
              readout.matrix(std::move(name), numbers.values, rows, std::move(columns));
          };
    readout.value({"text", "Text"}, head.text)
        .value({"group", "Group"}, head.site.group)
        .value({"layer", "Layer"}, head.site.layer)
        .value({"head", "Head"}, head.site.head)
        .list({"queries", "Queries"}, head.queries)
        .list({"keys", "Keys"}, head.keys)
        .value({"features", "Features of the head"}, head.features)
        .value({"value_features", "Features of its values"}, head.valueFeatures)
        .value({"rotated_keys", "Queries and keys are rotated"}, head.rotatedKeys)
        .value({"rotated_values", "Values are rotated"}, head.rotatedValues)
        .value({"scale", "Scores are divided by the root of"}, head.attention.scale);
    table({"q", "Queries Q"}, head.attention.queries, queries);
    table({"k", "Keys K"}, head.attention.keys, keys);
    table({"v", "Values V"}, head.attention.values, values);
    readout.matrix({"weights", "Weights in the network"}, head.weights.values, head.queryTokens,
                   head.keyTokens);
    Readout plain;
    describeSaying(head.plain, head.classes, plain);
    readout.part({"plain", "As the network computes it"}, std::move(plain));
    if (head.changed) {
        readout.matrix({"changed_weights", "Weights with the numbers that are set"},
                       head.changedWeights->values, head.queryTokens, head.keyTokens);
        Readout changed;
        describeSaying(head.changed->saying, head.classes, changed);
        changed.value({"distance", "Distance"}, head.changed->distance)
            .value({"changed", "Other prediction"}, head.changed->turned);
        readout.part({"changed", "With the numbers that are set"}, std::move(changed));
    }
    describeMoment(head, readout);
}

const Schema<AttentionSite>& headSchema()
{
    static const Schema<AttentionSite> schema
        = Schema<AttentionSite>()
              .add(&AttentionSite::group,
                   {.name = "group",
                    .label = "Group",
                    .choices = {{"", "The first"},
                                {"encoder", "Encoder"},
                                {"decoder", "Decoder"},
                                {"cross", "Decoder on source"},
                                {"pooling", "Pooling"}}})
              .add(&AttentionSite::layer, {.name = "layer", .label = "Layer", .minimum = 0})
              .add(&AttentionSite::head, {.name = "head", .label = "Head", .minimum = 0});
    return schema;
}

const Schema<SetNumber>& setNumberSchema()
{
    static const Schema<SetNumber> schema
        = Schema<SetNumber>()
              .choice(&SetNumber::table,
                      {{HeadTable::Queries, {"queries", "Queries"}},
                       {HeadTable::Keys, {"keys", "Keys"}},
                       {HeadTable::Values, {"values", "Values"}}},
                      {.name = "table", .label = "Table"})
              .add(&SetNumber::row, {.name = "row", .label = "Row", .minimum = 0})
              .add(&SetNumber::column, {.name = "column", .label = "Column", .minimum = 0})
              .add(&SetNumber::value,
                   {.name = "value", .label = "Value", .minimum = -1e9, .maximum = 1e9});
    return schema;
}

OptionDescription seedOption()
{
    return {.name = "seed",
            .label = "Seed",
            .help = "Seed of the permutations of weights.",
            .minimum = 0};
}

const Schema<AttentionSite>& siteSchema()
{
    static const Schema<AttentionSite> schema
        = Schema<AttentionSite>()
              .add(&AttentionSite::group,
                   {.name = "group",
                    .label = "Group",
                    .help = "pooling, encoder, decoder or cross."})
              .add(&AttentionSite::layer, {.name = "layer", .label = "Layer", .help = "-1: all."})
              .add(&AttentionSite::head, {.name = "head", .label = "Head", .help = "-1: all."});
    return schema;
}

const Schema<AttentionEdit>& attentionEditSchema()
{
    static const Schema<AttentionEdit> schema
        = Schema<AttentionEdit>()
              .flatten(&AttentionEdit::site, siteSchema())
              .add(&AttentionEdit::query,
                   {.name = "query", .label = "Query", .help = "Row of the weights; -1: all."})
              .add(&AttentionEdit::key,
                   {.name = "key", .label = "Key", .help = "Column of the weights.", .minimum = 0})
              .add(&AttentionEdit::weight,
                   {.name = "weight", .label = "Weight", .minimum = 0.0, .maximum = 1.0});
    return schema;
}

} // namespace

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
    readout.key({"group", "Group"}, map.group)
        .key({"layer", "Layer"}, map.layer)
        .key({"head", "Head"}, map.head)
        .matrix({"weights", "Weights"}, map.weights, labels(queries, map.rows),
                labels(keys, map.columns));
    if (!map.scores.empty())
        readout
            .matrix({"scores", "Scores"}, map.scores, labels(queries, map.rows),
                    labels(keys, map.columns))
            .value({"formula", "Formula"}, map.formula.line());
}

QuestionKind<AskAttentionTest> AskAttentionTest::kind()
{
    return {"Attention test",
            "How the prediction changes when attention weights are replaced, and whether the "
            "weights agree with gradients and with leaving tokens out.",
            Schema<AskAttentionTest>()
                .flatten(&AskAttentionTest::example, exampleSchema())
                .add(&AskAttentionTest::seed, seedOption())
                .list(&AskAttentionTest::edits,
                      {.name = "edits",
                       .label = "Weights set by hand",
                       .help = "As JSON: "
                               R"([{"group": "encoder", "query": 0, "key": 2, "weight": 1}].)"},
                      attentionEditSchema()),
            &describeTest};
}

QuestionKind<AskHeadByHand> AskHeadByHand::kind()
{
    return {"Attention by hand",
            "Queries, keys and values of a trained head over a few tokens, and what the network "
            "predicts when some of these numbers are set.",
            Schema<AskHeadByHand>()
                .flatten(&AskHeadByHand::example, exampleSchema())
                .flatten(&AskHeadByHand::site, headSchema())
                .add(&AskHeadByHand::query,
                     {.name = "query",
                      .label = "Query",
                      .help = "The first query, a row of the attention map, from 0.",
                      .minimum = 0})
                .add(&AskHeadByHand::key,
                     {.name = "key",
                      .label = "Key",
                      .help = "A key that is to be among the chosen ones, from 0; -1: any.",
                      .minimum = -1})
                .add(&AskHeadByHand::queries,
                     {.name = "queries",
                      .label = "Queries",
                      .help = "Number of queries, from the first on.",
                      .minimum = 1,
                      .maximum = HeadByHand::kLargest})
                .add(&AskHeadByHand::keys,
                     {.name = "keys",
                      .label = "Keys",
                      .help = "Number of keys: those with the largest weights of the first query.",
                      .minimum = 1,
                      .maximum = HeadByHand::kLargest})
                .add(&AskHeadByHand::keyTokens,
                     {.name = "key_tokens",
                      .label = "These keys",
                      .help = "These keys instead, from 0; empty: those with the largest weights.",
                      .minimum = 0})
                .list(&AskHeadByHand::set,
                      {.name = "set",
                       .label = "Numbers that are set",
                       .help = "As JSON, counted from 0: "
                               R"([{"table": "keys", "row": 0, "column": 1, "value": 2.5}].)"},
                      setNumberSchema()),
            &describeHeadByHand};
}

QuestionKind<AskAttentionEntropy> AskAttentionEntropy::kind()
{
    return {"Entropy of the heads", "How spread the weights of each head are over some texts.",
            Schema<AskAttentionEntropy>()
                .add(&AskAttentionEntropy::texts, textsOption())
                .add(&AskAttentionEntropy::className, classOption()),
            &describeEntropies};
}

QuestionKind<AskAttentionScores> AskAttentionScores::kind()
{
    return {"Scores with changed attention",
            "Scores of the network over the data when attention weights are replaced.",
            splitOptions<AskAttentionScores>()
                .add(&AskAttentionScores::texts,
                     {.name = "texts",
                      .label = "Texts",
                      .help = "How many texts are read, from the first on; 0: all.",
                      .minimum = 0})
                .add(&AskAttentionScores::eachHead,
                     {.name = "each_head",
                      .label = "Each head",
                      .help = "Also turns off each head separately."})
                .add(&AskAttentionScores::seed, seedOption()),
            &describeScores};
}

} // namespace core
