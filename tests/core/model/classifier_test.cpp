#include "core/base/error.h"
#include "core/base/schema.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/failure.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <torch/optim/adam.h>

/// What every network promises, for every network: independence of the batch, equal logits when
/// opened, gradients, embeddings from outside.
class ClassifierTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTextGivesTheSameInEveryBatch_data() { addNetworks(); }
    void aTextGivesTheSameInEveryBatch();
    void paddingIdsChangeNothing_data() { addNetworks(); }
    void paddingIdsChangeNothing();
    void openGivesTheSameLogits_data() { addNetworks(); }
    void openGivesTheSameLogits();
    void gradientsAreThoseOfFiniteDifferences_data() { addNetworks(); }
    void gradientsAreThoseOfFiniteDifferences();
    void sameSeedGivesTheSameNetworkAndDropout_data() { addNetworks(); }
    void sameSeedGivesTheSameNetworkAndDropout();
    void learnsWhichWordComesFirst_data();
    void learnsWhichWordComesFirst();
    void orderDoesNotMatterToTheMean();
    void attentionWeightsCoverTrueTokensOnly();
    void coveredVectorsReplaceRows();
    void vectorsOfAnotherSizeAreRefused();
    void aFrozenEmbeddingIsNotTrained();
    void settingsThatDoNotFitAreNamed();

private:
    static void addNetworks();
};

namespace {

using core::Json;

using made::batchOf;

constexpr int64_t kVocabulary = 30;
constexpr int64_t kClasses = 3;

core::NetworkContext classifierContext(int64_t dimension = 8)
{
    core::NetworkContext result{kVocabulary, kClasses, 12, {}};
    result.embedding.dimension = dimension;
    return result;
}

std::shared_ptr<core::TextNetwork> classifier(const Json& json,
                                              const core::NetworkContext& networkContext
                                              = classifierContext())
{
    torch::manual_seed(3);
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(json);
    return core::makeTextNetwork(spec, core::findHead("class"), networkContext);
}

core::SequenceBatch exampleBatch()
{
    return batchOf({{5, 9, 4, 21, 7, 7, 8}, {6}, {4, 5}, {29, 28, 27, 26, 25, 24, 23, 22, 21, 20}});
}

} // namespace

void ClassifierTest::addNetworks()
{
    addColumn<QByteArray>("json");
    const auto row = [](const char* name, const char* json) { newRow(name, QByteArray(json)); };
    row("mean", R"({"kind": "mean", "hidden_size": 6, "dropout": 0.3})");
    row("fasttext", R"({"kind": "fasttext", "buckets": 40})");
    row("cnn", R"({"kind": "cnn", "widths": [2, 4], "filters": 5})");
    row("rnn", R"({"kind": "rnn", "hidden_size": 5, "pooling": "mean"})");
    row("lstm last", R"({"kind": "lstm", "hidden_size": 5, "layers": 2})");
    row("lstm attention", R"({"kind": "lstm", "hidden_size": 5, "pooling": "attention"})");
    row("lstm projection", R"({"kind": "lstm", "hidden_size": 5, "projection_size": 2})");
    row("gru maximum", R"({"kind": "gru", "hidden_size": 5, "pooling": "maximum"})");
    row("transformer post",
        R"({"kind": "transformer", "heads": 2, "layers": 1, "feed_forward_size": 9})");
    row("transformer pre", R"({"kind": "transformer", "heads": 4, "feed_forward_size": 9,
        "norm": "pre", "positions": "learned", "pooling": "mean"})");
    row("transformer rezero", R"({"kind": "transformer", "heads": 1, "feed_forward_size": 9,
        "norm": "rezero", "norm_embedding": true, "pooling": "attention"})");
}

void ClassifierTest::aTextGivesTheSameInEveryBatch()
{
    QFETCH(QByteArray, json);
    const auto made = classifier(Json::parse(json.toStdString()));
    made->eval();
    const torch::NoGradGuard noGradient;
    const torch::Tensor together = made->forward(exampleBatch());
    QCOMPARE(together.sizes().vec(), (std::vector<int64_t>{4, kClasses}));
    const std::vector<std::vector<int64_t>> texts
        = {{5, 9, 4, 21, 7, 7, 8}, {6}, {4, 5}, {29, 28, 27, 26, 25, 24, 23, 22, 21, 20}};
    for (size_t b = 0; b < texts.size(); ++b)
        QVERIFY(rounding::agree(together[static_cast<int64_t>(b)],
                                made->forward(batchOf({texts[b]}))[0], rounding::kSum));
    QVERIFY(rounding::distance(together[0], together[1])
            > 1e-4); // The networks do tell texts apart.
}

void ClassifierTest::paddingIdsChangeNothing()
{
    QFETCH(QByteArray, json);
    const auto made = classifier(Json::parse(json.toStdString()));
    made->eval();
    core::SequenceBatch batch = exampleBatch();
    const torch::Tensor before = made->forward(batch);
    torch::nn::functional::cross_entropy(before, torch::tensor({0, 2, 1, 1}, torch::kInt64))
        .backward();
    QCOMPARE(
        made->named_parameters()["encoder.embedding.weight"].grad()[0].abs().max().item<float>(),
        0.0F);
    batch.ids = torch::constant_pad_nd(batch.ids, {0, 2}); // Two more columns of padding ...
    batch.ids.masked_fill_(batch.mask().logical_not(), 17); // ... and a word where it stands.
    QVERIFY(rounding::agree(made->forward(batch), before, rounding::kSum));
}

void ClassifierTest::openGivesTheSameLogits()
{
    QFETCH(QByteArray, json);
    const auto made = classifier(Json::parse(json.toStdString()));
    made->eval();
    const torch::Tensor logits = made->forward(exampleBatch());
    const core::OpenedNetwork opened = made->open(exampleBatch());
    QVERIFY(rounding::agree(opened.logits, logits, rounding::kSum));
    for (const torch::Tensor& layer : opened.attention)
        QVERIFY(rounding::agree(layer.sum(3), torch::ones(layer.sizes().slice(0, 3)),
                                rounding::kLayer));
    if (opened.tokenWeights.defined())
        QVERIFY(rounding::agree(opened.tokenWeights.sum(1), torch::ones({4}), rounding::kLayer));
}

/// Gradients of the quick layers, which compute in float32, against differences of the plain ones
/// in double: for each parameter along random directions, to which each of its numbers matters.
void ClassifierTest::gradientsAreThoseOfFiniteDifferences()
{
    QFETCH(QByteArray, json);
    const auto made = classifier(Json::parse(json.toStdString()));
    const auto precise = classifier(Json::parse(json.toStdString()));
    for (const auto& net : {made, precise}) {
        const torch::NoGradGuard noGradient;
        net->eval();
        for (const auto& item : net->named_parameters())
            if (item.key().find("resweight") != std::string::npos)
                torch::Tensor(item.value()).fill_(0.5);
    }
    precise->to(torch::kFloat64);
    const auto loss = [](core::TextNetwork& net) {
        return torch::nn::functional::cross_entropy(net.forward(exampleBatch()),
                                                    torch::tensor({0, 2, 1, 1}, torch::kInt64));
    };
    loss(*made).backward();
    const torch::NoGradGuard noGradient;
    const auto parameters = precise->named_parameters();
    for (const auto& item : made->named_parameters()) {
        const torch::Tensor gradient = item.value().grad().to(torch::kFloat64);
        torch::Tensor moved = parameters[item.key()];
        for (int direction = 0; direction < 3; ++direction) {
            const torch::Tensor along = torch::randn_like(moved);
            constexpr double kStep = 1e-6;
            const double above = (moved.add_(along, kStep), loss(*precise).item<double>());
            const double below = (moved.add_(along, -2.0 * kStep), loss(*precise).item<double>());
            moved.add_(along, kStep);
            const double expected = (above - below) / (2.0 * kStep);
            const double found = (gradient * along).sum().item<double>();
            QVERIFY2(
                std::abs(found - expected) < 1e-5 + 1e-4 * gradient.norm().item<double>(),
                (item.key() + ": " + std::to_string(found) + " and " + std::to_string(expected))
                    .c_str());
        }
    }
}

void ClassifierTest::sameSeedGivesTheSameNetworkAndDropout()
{
    QFETCH(QByteArray, json);
    const Json parsed = Json::parse(json.toStdString());
    core::NetworkContext withDropout = classifierContext();
    withDropout.embedding.dropout = 0.4;
    const auto first = classifier(parsed, withDropout);
    const torch::Tensor once = first->forward(exampleBatch());
    const torch::Tensor again = first->forward(exampleBatch());
    QVERIFY(rounding::distance(once, again) > 1e-5);
    QVERIFY(torch::equal(classifier(parsed, withDropout)->forward(exampleBatch()), once));
}

void ClassifierTest::learnsWhichWordComesFirst_data()
{
    addColumn<QByteArray>("json");
    const auto row = [](const char* name, const char* json) { newRow(name, QByteArray(json)); };
    row("fasttext", R"({"kind": "fasttext", "buckets": 500})");
    row("cnn", R"({"kind": "cnn", "widths": [2], "filters": 8, "dropout": 0.1})");
    row("rnn", R"({"kind": "rnn", "hidden_size": 12, "dropout": 0.1, "pooling": "maximum"})");
    row("lstm", R"({"kind": "lstm", "hidden_size": 12, "dropout": 0.1})");
    row("gru", R"({"kind": "gru", "hidden_size": 12, "dropout": 0.1, "pooling": "attention"})");
    row("transformer", R"({"kind": "transformer", "heads": 2, "layers": 1, "feed_forward_size": 16,
        "norm": "pre"})");
}

void ClassifierTest::learnsWhichWordComesFirst()
{
    if (rounding::isRepetition())
        return; // Learning is proven once.
    QFETCH(QByteArray, json);
    const auto made = classifier(Json::parse(json.toStdString()));
    torch::optim::Adam optimiser(made->parameters(), torch::optim::AdamOptions(0.01));
    // 5 6 or 6 5 among other words: no word by itself tells the class.
    std::vector<std::vector<int64_t>> texts;
    std::vector<int64_t> labels;
    for (int64_t i = 0; i < 32; ++i) {
        std::vector<int64_t> text;
        for (int64_t t = 0; t < i % 4; ++t)
            text.push_back(10 + (3 * i + 7 * t) % 15);
        text.insert(text.end(), {5 + i % 2, 6 - i % 2, 10 + i % 11});
        texts.push_back(text);
        labels.push_back(i % 2);
    }
    const core::SequenceBatch batch = batchOf(texts);
    const torch::Tensor target = torch::tensor(labels, torch::kInt64);
    for (int update = 0; update < 150; ++update) {
        made->zero_grad();
        torch::nn::functional::cross_entropy(made->forward(batch), target).backward();
        optimiser.step();
    }
    made->eval();
    QVERIFY(torch::equal(made->forward(batch).argmax(1), target));
}

void ClassifierTest::orderDoesNotMatterToTheMean()
{
    const auto made = classifier({{"kind", "mean"}});
    made->eval();
    const torch::Tensor logits = made->forward(batchOf({{4, 9, 11}, {11, 4, 9}}));
    QVERIFY(rounding::agree(logits[0], logits[1], rounding::kSum));
}

void ClassifierTest::attentionWeightsCoverTrueTokensOnly()
{
    const auto transformer = classifier({{"kind", "transformer"}, {"heads", 2}, {"layers", 3}});
    const auto maps = transformer->open(exampleBatch()).attention;
    QCOMPARE(maps.size(), size_t{3});
    QCOMPARE(maps[2].sizes().vec(), (std::vector<int64_t>{4, 2, 10, 10}));
    QCOMPARE(maps[1][0].narrow(2, 7, 3).abs().max().item<float>(), 0.0F);

    const auto lstm = classifier({{"kind", "lstm"}, {"hidden_size", 4}, {"pooling", "attention"}});
    const torch::Tensor weights = lstm->open(exampleBatch()).tokenWeights;
    QCOMPARE(weights.sizes().vec(), (std::vector<int64_t>{4, 10}));
    QCOMPARE(weights[0].narrow(0, 7, 3).abs().max().item<float>(), 0.0F);
    QVERIFY(weights[0].narrow(0, 0, 7).min().item<float>() > 0.0F);
    QVERIFY(!classifier({{"kind", "lstm"}})->open(exampleBatch()).tokenWeights.defined());
}

void ClassifierTest::coveredVectorsReplaceRows()
{
    const auto made = classifier({{"kind", "mean"}}, classifierContext(2));
    const torch::Tensor weight = made->named_parameters()["encoder.embedding.weight"];
    const torch::Tensor before = weight.detach().clone();
    core::VectorTable table;
    table.dimension = 2;
    table.covered.assign(kVocabulary, false);
    table.values.assign(2 * kVocabulary, 0.0F);
    table.covered[7] = true;
    table.values[14] = 0.25F;
    table.values[15] = -3.0F;
    core::setEmbedding(made->encoder(), table);
    QVERIFY(torch::equal(weight[7], torch::tensor({0.25F, -3.0F})));
    QVERIFY(torch::equal(weight[6], before[6]));
    QVERIFY(weight.requires_grad());
}

void ClassifierTest::vectorsOfAnotherSizeAreRefused()
{
    const auto made = classifier({{"kind", "mean"}}, classifierContext(4));
    core::VectorTable table;
    table.dimension = 3;
    table.covered.assign(kVocabulary, true);
    table.values.assign(3 * kVocabulary, 1.0F);
    const core::Failure failure
        = support::failureOf([&] { core::setEmbedding(made->encoder(), table); });
    QVERIFY(support::contains(failure.sentence(), "30 rows of 3"));
    QVERIFY(support::contains(failure.sentence(), "30 rows of 4"));
}

void ClassifierTest::aFrozenEmbeddingIsNotTrained()
{
    core::NetworkContext frozen = classifierContext();
    frozen.embedding.frozen = true;
    for (const char* kind : {"mean", "fasttext", "cnn", "gru", "transformer"}) {
        const auto made = classifier({{"kind", kind}}, frozen);
        made->forward(exampleBatch()).sum().backward();
        QVERIFY(!made->named_parameters()["encoder.embedding.weight"].grad().defined());
        QVERIFY(made->named_parameters()["head.output.weight"].grad().defined());
    }
}

void ClassifierTest::settingsThatDoNotFitAreNamed()
{
    const core::Failure failure = support::failureOf([&] {
        classifier({{"kind", "transformer"}, {"heads", 3}, {"layers", 0}});
    });
    QVERIFY(failure.code == core::ErrorCode::BadSetting);
    QVERIFY(support::contains(failure.sentence(), "model.network.layers"));
    QVERIFY_THROWS_EXCEPTION(core::Error, classifier({{"kind", "perceptron"}}));
    QVERIFY_THROWS_EXCEPTION(core::Error, classifier({{"kind", "transformer"}, {"heads", 3}}));
}

UNROLL_TEST(ClassifierTest, QCoreApplication)
#include "classifier_test.moc"
