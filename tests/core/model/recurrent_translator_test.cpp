#include "core/base/error.h"
#include "core/model/model_kinds.h"
#include "tests/core/model/recurrent_translators.h"
#include "tests/support/failure.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

using core::Json;
using torch::Tensor;
using namespace pairs;
using namespace seq2seq;

/// The recurrent encoder-decoder in all its forms: independence of the batch, one step at a time
/// as all at once, what is opened, its settings.
class RecurrentTranslatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPairGivesTheSameInEveryBatch_data() { addForms(); }
    void aPairGivesTheSameInEveryBatch();
    void paddingIdsChangeNothing_data() { addForms(); }
    void paddingIdsChangeNothing();
    void stepsGiveTheLogitsOfForward_data() { addForms(); }
    void stepsGiveTheLogitsOfForward();
    void selectedRowsGoOnAsTheirOwn_data() { addForms(); }
    void selectedRowsGoOnAsTheirOwn();
    void openShowsWhatForwardComputes_data() { addForms(); }
    void openShowsWhatForwardComputes();
    void whoLooksAtTheCellsSeesWhatForwardComputes_data() { addForms(); }
    void whoLooksAtTheCellsSeesWhatForwardComputes();
    void aStateSetByHandCountsFromItsTokenOn();
    void tiedTablesAreOneParameter();
    void settingsThatDoNotFitAreNamed_data();
    void settingsThatDoNotFitAreNamed();
    void allParametersAreDescribed_data() { addForms(); }
    void allParametersAreDescribed();
};

void RecurrentTranslatorTest::aPairGivesTheSameInEveryBatch()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor together = made->forward(examplePairs(), 1.0);
    QCOMPARE(together.sizes().vec(), (std::vector<int64_t>{3 + 1 + 6 + 4, kTarget}));
    std::vector<Tensor> alone;
    for (size_t pair = 0; pair < sources().size(); ++pair)
        alone.push_back(
            made->forward({batchOf({sources()[pair]}), batchOf({targets()[pair]})}, 1.0));
    QVERIFY(rounding::agree(together, torch::cat(alone), rounding::kLayer));
}

void RecurrentTranslatorTest::paddingIdsChangeNothing()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor expected = made->forward(examplePairs(), 1.0);
    const core::TranslationBatch other{batchOf(sources(), 7), batchOf(targets(), 9)};
    QCOMPARE(rounding::distance(made->forward(other, 1.0), expected), 0.0);
    QCOMPARE(rounding::agree(made->open(other).logits.index({0, 0}), expected[0], rounding::kSum),
             true);
}

void RecurrentTranslatorTest::stepsGiveTheLogitsOfForward()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor expected = made->open(examplePairs()).logits; // [batch, length, vocabulary]
    const auto state = made->start({batchOf(sources())});
    const core::SequenceBatch target = batchOf(targets());
    for (int64_t t = 0; t + 1 < target.ids.size(1); ++t) {
        const Tensor logits = made->step(*state, target.ids.select(1, t));
        for (int64_t b = 0; b < 4; ++b)
            if (t + 1 < target.lengths[b].item<int64_t>())
                QVERIFY(rounding::agree(logits[b], expected[b][t], rounding::kLayer));
    }
}

/// Hypotheses of different sentences in other numbers and orders: each goes on as it would alone.
void RecurrentTranslatorTest::selectedRowsGoOnAsTheirOwn()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const auto state = made->start({batchOf(sources())});
    made->step(*state, torch::full({4}, kBegin));
    const std::vector<std::vector<int64_t>> choices
        = {{0, 0, 1, 1, 2, 2, 3, 3}, // a beam
           {1, 0, 2, 3, 6, 7}, // one sentence is finished, and hypotheses change places
           {1, 2, 2, 4}, // unequal numbers
           {0, 1, 2, 3},
           {3}};
    std::vector<size_t> sentence{0, 1, 2, 3};
    std::vector<std::vector<int64_t>> written(4, {kBegin});
    int64_t token = 4;
    for (const std::vector<int64_t>& rows : choices) {
        std::vector<size_t> sentences;
        std::vector<std::vector<int64_t>> histories;
        for (const int64_t row : rows) {
            sentences.push_back(sentence[static_cast<size_t>(row)]);
            histories.push_back(written[static_cast<size_t>(row)]);
            histories.back().push_back(4 + token++ % (kTarget - 4));
        }
        sentence = sentences;
        written = histories;
        state->select(torch::tensor(rows, torch::kInt64));
        std::vector<int64_t> last;
        for (const auto& history : written)
            last.push_back(history.back());
        const Tensor logits = made->step(*state, torch::tensor(last, torch::kInt64));
        for (size_t row = 0; row < rows.size(); ++row) {
            const auto alone = made->start({batchOf({sources()[sentence[row]]})});
            Tensor expected;
            for (const int64_t each : written[row])
                expected = made->step(*alone, torch::full({1}, each));
            const auto place = static_cast<int64_t>(row);
            QVERIFY(rounding::agree(logits[place], expected[0], rounding::kLayer));
            if (!alone->attention().defined())
                continue;
            const Tensor weights = alone->attention()[0];
            QVERIFY(rounding::agree(state->attention()[place].narrow(0, 0, weights.size(0)),
                                    weights, rounding::kLayer));
        }
    }
}

void RecurrentTranslatorTest::openShowsWhatForwardComputes()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor packed = made->forward(examplePairs(), 1.0);
    const core::OpenedTranslator opened = made->open(examplePairs());
    QCOMPARE(opened.logits.sizes().vec(), (std::vector<int64_t>{4, 6, kTarget}));
    int64_t row = 0;
    for (size_t b = 0; b < targets().size(); ++b)
        for (size_t t = 0; t + 1 < targets()[b].size(); ++t, ++row)
            QVERIFY(rounding::agree(opened.logits[static_cast<int64_t>(b)][static_cast<int64_t>(t)],
                                    packed[row], rounding::kSum));
    if (json.contains("none\"") && !json.contains("\"bridge\": \"none\"")) {
        QVERIFY(opened.attention.empty());
        return;
    }
    QCOMPARE(opened.attention.size(), size_t{1});
    const core::OpenedAttention& cross = opened.attention.front();
    QCOMPARE(cross.group, "cross"s);
    QVERIFY(!cross.formula.empty());
    QCOMPARE(cross.weights.sizes().vec(), (std::vector<int64_t>{4, 1, 6, 7}));
    const Tensor softmax = cross.scores.softmax(3);
    for (int64_t b = 0; b < 4; ++b) {
        const auto index = static_cast<size_t>(b);
        const auto rows = static_cast<int64_t>(targets()[index].size()) - 1;
        const auto columns = static_cast<int64_t>(sources()[index].size());
        const Tensor weights = cross.weights[b][0].narrow(0, 0, rows);
        QVERIFY(rounding::agree(weights.sum(1), torch::ones({rows}), rounding::kSum));
        QVERIFY(rounding::agree(weights, softmax[b][0].narrow(0, 0, rows), rounding::kSum));
        QCOMPARE(weights.narrow(1, columns, 7 - columns).abs().sum().item<double>(), 0.0);
        QVERIFY(
            torch::isinf(cross.scores[b][0].narrow(1, columns, 7 - columns)).all().item<bool>());
    }
}

void RecurrentTranslatorTest::whoLooksAtTheCellsSeesWhatForwardComputes()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const core::OpenedTranslator expected = made->open(examplePairs());
    std::map<int64_t, int64_t> tokens; // [layer]
    const core::CellHook hook = [&](const core::CellMoment& moment, const Tensor& value) {
        tokens[moment.layer] = std::max(tokens[moment.layer], moment.token + 1);
        return value;
    };
    const core::OpenedTranslator seen = made->open(examplePairs(), {}, {hook});
    QVERIFY(rounding::agree(seen.logits, expected.logits, rounding::kLayer));
    for (size_t i = 0; i < expected.attention.size(); ++i)
        QVERIFY(rounding::agree(seen.attention[i].weights, expected.attention[i].weights,
                                rounding::kLayer));
    const int64_t encoder = made->encoderCells().layers, decoder = made->decoderCells().layers;
    QCOMPARE(std::ssize(tokens), encoder + decoder);
    for (const auto& [layer, count] : tokens) // 7 source tokens at most, 6 that are fed.
        QCOMPARE(count, layer < encoder ? int64_t{7} : int64_t{6});
}

void RecurrentTranslatorTest::aStateSetByHandCountsFromItsTokenOn()
{
    const auto made
        = network(R"({"kind": "seq2seq", "hidden_size": 5, "cell": "gru", "layers": 2})");
    made->eval();
    const torch::NoGradGuard noGradient;
    const core::TranslationBatch pair{batchOf({sources()[2]}), batchOf({targets()[2]})};
    const Tensor plain = made->open(pair).logits[0]; // [6, vocabulary]
    const auto changed = [&](int64_t layer, int64_t token) {
        const core::CellHook hook = [&](const core::CellMoment& moment, const Tensor& value) {
            const bool here = moment.layer == layer && moment.token == token
                && moment.quantity
                    == static_cast<size_t>(made->decoderCells().graph->quantity("h"));
            return here ? value + 1.0 : value;
        };
        return made->open(pair, {}, {hook}).logits[0];
    };
    const Tensor decoder = changed(3, 2); // The second layer of the decoder.
    for (int64_t t = 0; t < plain.size(0); ++t) {
        const double moved = rounding::distance(decoder[t], plain[t]);
        QVERIFY2(t < 2 ? moved < 1e-6 : moved > 1e-5, qPrintable(QString::number(t)));
    }
    QVERIFY(rounding::distance(changed(1, 0)[0], plain[0]) > 1e-5); // The encoder: at once.
}

void RecurrentTranslatorTest::tiedTablesAreOneParameter()
{
    const QByteArray tied = R"({"kind": "seq2seq", "hidden_size": 5, "tied_embeddings": true})";
    const auto apart = network(tied)->named_parameters();
    QVERIFY(apart.contains("encoder.embedding.weight")
            && apart.contains("target_embedding.weight"));
    QVERIFY(!apart.contains("output.weight") && apart.contains("output.bias"));
    const auto joint = network(tied, context(6, true))->named_parameters();
    QVERIFY(joint.contains("encoder.embedding.weight"));
    QVERIFY(!joint.contains("target_embedding.weight") && !joint.contains("output.weight"));
}

void RecurrentTranslatorTest::settingsThatDoNotFitAreNamed_data()
{
    addColumns<QByteArray, QString>("json", "path");
    newRow("dot", R"({"kind": "seq2seq", "attention": "dot"})"_ba, "model.network.attention");
    newRow("equations", R"({"kind": "seq2seq", "cell": "typed_cell", "cell_text": "h = W x +"})"_ba,
           "Line 1 of the equations");
    newRow("bridge", R"({"kind": "seq2seq", "bridge": "none"})"_ba, "model.network.bridge");
    newRow("feeding nothing",
           R"({"kind": "seq2seq", "attention": "none", "input_feeding": true})"_ba,
           "model.network.input_feeding");
    newRow("feeding twice", R"({"kind": "seq2seq", "query": "previous", "input_feeding": true})"_ba,
           "model.network.input_feeding");
    newRow("feeding a readout that is none",
           R"({"kind": "seq2seq", "readout": "concat", "input_feeding": true})"_ba,
           "model.network.input_feeding");
    newRow(
        "tied",
        R"({"kind": "seq2seq", "attention": "none", "hidden_size": 5, "tied_embeddings": true})"_ba,
        "model.network.tied_embeddings");
}

void RecurrentTranslatorTest::settingsThatDoNotFitAreNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, path);
    const core::Failure failure = support::failureOf([&] { network(json); });
    QCOMPARE(failure.code, core::ErrorCode::BadSetting);
    const QString sentence = QString::fromStdString(failure.sentence());
    QVERIFY2(sentence.contains(path), qPrintable(sentence));
}

void RecurrentTranslatorTest::allParametersAreDescribed()
{
    QFETCH(QByteArray, json);
    core::ExperimentSpec spec;
    spec.model.network = core::selectionFromJson(Json::parse(json.toStdString()));
    spec.model.embedding.dimension = 6;
    const core::ModelSummary summary
        = core::summariseTranslator(spec.model, spec.training,
                                    {.sourceVocabulary = kSource,
                                     .targetVocabulary = kTarget,
                                     .longestSource = spec.text.maximumLength,
                                     .longestTarget = spec.text.maximumLength + 2,
                                     .embedding = spec.model.embedding});
    int64_t described = 0, made = 0;
    for (const core::LayerSummary& layer : summary.layers)
        described += layer.parameters;
    for (const Tensor& parameter : network(json)->parameters())
        made += parameter.numel();
    QCOMPARE(described, made);
    QCOMPARE(summary.parameters, made);
    QVERIFY(summary.trainingBytes > 4 * summary.weightBytes);
}

UNROLL_TEST(RecurrentTranslatorTest, QCoreApplication)
#include "recurrent_translator_test.moc"
