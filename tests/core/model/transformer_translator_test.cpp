#include "core/base/error.h"
#include "core/base/schema.h"
#include "core/model/translator.h"
#include "tests/core/model/translation_pairs.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

#include <torch/optim/adam.h>

/// The Transformer encoder-decoder in all its forms: masks, one step at a time as all at once,
/// rows that are copied and dropped, what is opened, its own tokens, positions, learning.
class TransformerTranslatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPairGivesTheSameInEveryBatch_data() { addForms(); }
    void aPairGivesTheSameInEveryBatch();
    void futureTokensAreNotSeen_data() { addForms(); }
    void futureTokensAreNotSeen();
    void stepsGiveTheLogitsOfForward_data() { addForms(); }
    void stepsGiveTheLogitsOfForward();
    void selectedRowsGoOnAsTheirOwn_data() { addForms(); }
    void selectedRowsGoOnAsTheirOwn();
    void plainStepsAreTheQuickOnes();
    void openShowsWhatForwardComputes_data() { addForms(); }
    void openShowsWhatForwardComputes();
    void withoutTeacherTheOwnTokensAreFed();
    void coinsDecideWhatIsFed();
    void gradientsAreThoseOfThePlainForm_data() { addForms(); }
    void gradientsAreThoseOfThePlainForm();
    void tiedTablesAreOneParameter();
    void oneTableNeedsOneVocabulary();
    void positionsHaveTheirReach();
    void settingsThatDoNotFitAreNamed();
    void allParametersAreDescribed_data() { addForms(); }
    void allParametersAreDescribed();
    void reversingIsLearnt_data();
    void reversingIsLearnt();

private:
    static void addForms();
};

namespace {

using core::Json;
using pairs::batchOf, pairs::targets, pairs::Rows;
using pairs::kSource, pairs::kTarget, pairs::kBegin, pairs::kEnd;
using torch::Tensor;

constexpr int64_t kDimension = 12;

core::TranslatorContext contextOf(bool joint)
{
    core::TranslatorContext context;
    context.sourceVocabulary = joint ? kTarget : kSource;
    context.targetVocabulary = kTarget;
    context.joint = joint;
    context.longestSource = 8;
    context.longestTarget = 9;
    context.embedding.dimension = kDimension;
    return context;
}

core::ModelSpec transformerSpec(const Json& options)
{
    core::ModelSpec spec;
    spec.network.kind = "transformer_seq2seq";
    spec.network.options = {{"encoder_layers", 1},
                            {"decoder_layers", 2},
                            {"heads", 3},
                            {"feed_forward_size", 10},
                            {"dropout", 0.0}};
    spec.network.options.update(options);
    return spec;
}

/// With something added to fresh weights, so that nothing is zero that need not be.
std::shared_ptr<core::Translator> transformerOf(const Json& options)
{
    torch::manual_seed(3);
    const bool joint = options.value("tied_embeddings", "none") == "all";
    auto network = core::makeTranslator(transformerSpec(options), contextOf(joint));
    const torch::NoGradGuard noGradient;
    for (Tensor& parameter : network->parameters())
        parameter.add_(torch::randn_like(parameter) * 0.2);
    network->eval();
    return network;
}

/// Words that both vocabularies have: some forms have but one.
Rows ownSources()
{
    return pairs::sources(kTarget);
}

core::TranslationBatch transformerPairs()
{
    return pairs::examplePairs(kTarget);
}

/// [tokens, ...] of [batch, length, ...]: pairs one after another without what is beyond their end.
Tensor packed(const Tensor& padded, const core::SequenceBatch& target)
{
    std::vector<Tensor> parts;
    for (int64_t b = 0; b < padded.size(0); ++b)
        parts.push_back(padded[b].narrow(0, 0, target.lengths[b].item<int64_t>() - 1));
    return torch::cat(parts);
}

Tensor stepped(core::Translator& network, core::DecoderState& state, const Tensor& fed)
{
    std::vector<Tensor> steps;
    for (int64_t t = 0; t < fed.size(1); ++t)
        steps.push_back(network.step(state, fed.select(1, t).contiguous()));
    return torch::stack(steps, 1); // [rows, length, vocabulary]
}

Json parsed(const QByteArray& json)
{
    return Json::parse(json.toStdString());
}

} // namespace

void TransformerTranslatorTest::addForms()
{
    addColumn<QByteArray>("json");
    newRow("post", R"({})"_ba);
    newRow("post, final norm", R"({"final_norm": true, "heads": 1})"_ba);
    newRow("pre, learned, gelu",
           R"({"norm": "pre", "positions": "learned", "activation": "gelu", "heads": 4})"_ba);
    newRow("rezero, unscaled, tied", R"({"norm": "rezero", "scale_embeddings": false,
                          "tied_embeddings": "output"})"_ba);
    newRow("all tied", R"({"tied_embeddings": "all", "encoder_layers": 2})"_ba);
}

void TransformerTranslatorTest::aPairGivesTheSameInEveryBatch()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    const Tensor all = network->forward(transformerPairs(), 1.0);
    // With more padding, and another id there.
    const core::TranslationBatch wide{batchOf(ownSources(), 7, 1), batchOf(targets(), 7, 2)};
    QVERIFY(torch::equal(network->forward(wide, 1.0), all));
    int64_t place = 0;
    for (size_t pair = 0; pair < ownSources().size(); ++pair) {
        const Tensor alone
            = network->forward({batchOf({ownSources()[pair]}), batchOf({targets()[pair]})}, 1.0);
        QVERIFY(rounding::agree(alone, all.narrow(0, place, alone.size(0)), rounding::kLayer));
        place += alone.size(0);
    }
    QCOMPARE(place, all.size(0));
}

void TransformerTranslatorTest::futureTokensAreNotSeen()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    const auto logits = [&](const std::vector<int64_t>& target) {
        return network->forward({batchOf({ownSources()[0]}), batchOf({target})}, 1.0);
    };
    const Tensor before = logits({kBegin, 9, 10, 5, 6, 4, kEnd});
    const Tensor after = logits({kBegin, 9, 10, 7, 8, 4, kEnd}); // the fourth is fed to row 3
    QVERIFY(torch::equal(before.narrow(0, 0, 3), after.narrow(0, 0, 3)));
    for (int64_t row = 3; row < 6; ++row)
        QVERIFY(rounding::distance(before[row], after[row]) > 1e-4);
}

void TransformerTranslatorTest::stepsGiveTheLogitsOfForward()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    const core::TranslationBatch batch = transformerPairs();
    const auto state = network->start({batch.source});
    const Tensor fed = batch.target.ids.narrow(1, 0, batch.target.ids.size(1) - 1);
    const Tensor steps = packed(stepped(*network, *state, fed), batch.target);
    QVERIFY(rounding::agree(steps, network->forward(batch, 1.0), rounding::kNetwork));
    // The last step's attention is that of the last row of the longest target.
    const Tensor attention = state->attention(); // [4, 7]
    const core::OpenedTranslator opened = network->open(batch);
    const Tensor mean = opened.attention.back().weights.mean(1); // [4, 6, 7]
    QVERIFY(rounding::agree(attention[2], mean[2][5], rounding::kLayer));
    QVERIFY(rounding::agree(attention.sum(1), torch::ones({4}), rounding::kLayer));
    QCOMPARE(attention[1].narrow(0, 1, 6).abs().max().item<float>(), 0.0F);
}

void TransformerTranslatorTest::selectedRowsGoOnAsTheirOwn()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    const core::SequenceBatch source = batchOf(ownSources());
    const auto state = network->start({source});
    // Two hypotheses a sentence before the first token, sentence 1 dropped after the second.
    state->select(torch::tensor({0, 0, 1, 1, 3, 3}, torch::kInt64));
    network->step(*state, torch::full({6}, kBegin, torch::kInt64));
    network->step(*state, torch::tensor({4, 5, 6, 7, 8, 9}, torch::kInt64));
    state->select(torch::tensor({1, 1, 0, 5, 4}, torch::kInt64));
    const Tensor logits = network->step(*state, torch::tensor({10, 4, 4, 6, 6}, torch::kInt64));
    const Rows target = {{kBegin, 5, 10, kEnd},
                         {kBegin, 5, 4, kEnd},
                         {kBegin, 4, 4, kEnd},
                         {kBegin, 9, 6, kEnd},
                         {kBegin, 8, 6, kEnd}};
    const Rows read
        = {ownSources()[0], ownSources()[0], ownSources()[0], ownSources()[3], ownSources()[3]};
    const Tensor expected
        = network->open({batchOf(read), batchOf(target)}).logits.select(1, 2); // [5, vocabulary]
    QVERIFY(rounding::agree(logits, expected, rounding::kNetwork));
    QCOMPARE(state->attention().size(0), 5);
    QCOMPARE(state->attention()[2].narrow(0, 5, 2).abs().max().item<float>(), 0.0F);
}

void TransformerTranslatorTest::plainStepsAreTheQuickOnes()
{
    // float64 takes the operations that other devices take.
    const auto quick = transformerOf(Json::object());
    const auto plain = transformerOf(Json::object());
    plain->to(torch::kFloat64);
    const core::SequenceBatch source = batchOf(ownSources());
    const auto quickState = quick->start({source});
    const auto plainState = plain->start({source});
    const Tensor rows = torch::tensor({0, 0, 2, 2, 2}, torch::kInt64);
    for (auto* state : {quickState.get(), plainState.get()})
        state->select(rows);
    const Tensor fed = torch::tensor({{2, 4, 5}, {2, 5, 6}, {2, 9, 4}, {2, 4, 4}, {2, 7, 8}});
    const Tensor expected = stepped(*plain, *plainState, fed);
    QVERIFY(rounding::agree(stepped(*quick, *quickState, fed), expected.to(torch::kFloat32),
                            rounding::kNetwork));
    QVERIFY(rounding::agree(quickState->attention(), plainState->attention().to(torch::kFloat32),
                            rounding::kLayer));
}

void TransformerTranslatorTest::openShowsWhatForwardComputes()
{
    QFETCH(QByteArray, json);
    const Json options = parsed(json);
    const auto network = transformerOf(options);
    const core::TranslationBatch batch = transformerPairs();
    const core::OpenedTranslator opened = network->open(batch);
    QCOMPARE(opened.logits.sizes().vec(), (std::vector<int64_t>{4, 6, kTarget}));
    QVERIFY(rounding::agree(packed(opened.logits, batch.target), network->forward(batch, 1.0),
                            rounding::kNetwork));

    const int64_t heads = options.value("heads", 3);
    const auto layers = static_cast<size_t>(options.value("encoder_layers", 1));
    Strings groups(layers, "encoder");
    groups.insert(groups.end(), {"decoder", "cross", "decoder", "cross"});
    QCOMPARE(opened.attention.size(), groups.size());
    for (size_t i = 0; i < groups.size(); ++i) {
        const core::OpenedAttention& attention = opened.attention[i];
        QCOMPARE(attention.group, groups[i]);
        const int64_t rows = attention.group == "encoder" ? 7 : 6;
        const int64_t columns = attention.group == "decoder" ? 6 : 7;
        QCOMPARE(attention.weights.sizes().vec(), (std::vector<int64_t>{4, heads, rows, columns}));
        QVERIFY(rounding::agree(attention.scores.softmax(3), attention.weights, rounding::kSum));
        const Tensor masked = attention.scores.isinf();
        QCOMPARE(attention.weights.masked_select(masked).abs().sum().item<float>(), 0.0F);
        QCOMPARE(masked[1][0][0].sum().item<int64_t>(), columns - 1); // one token on each side
        QCOMPARE(masked[3][0][2].sum().item<int64_t>(), attention.group == "decoder" ? 3 : 0);
        QCOMPARE(attention.formula.where, "d = " + std::to_string(kDimension / heads));
    }
    QCOMPARE(opened.attention.back().layer, 1);
}

void TransformerTranslatorTest::withoutTeacherTheOwnTokensAreFed()
{
    const auto network = transformerOf(Json::object());
    core::TranslationBatch batch = transformerPairs();
    const Tensor likeliest = network->open(batch).logits.argmax(2); // [4, 6]
    const Tensor own = network->forward(batch, 0.0);
    QVERIFY(rounding::distance(own, network->forward(batch, 1.0)) > 1e-3);
    batch.target.ids.narrow(1, 1, 5).copy_(likeliest.narrow(1, 0, 5));
    QVERIFY(rounding::agree(own, network->forward(batch, 1.0), rounding::kLayer));
}

void TransformerTranslatorTest::coinsDecideWhatIsFed()
{
    const auto network = transformerOf(Json::object());
    const core::TranslationBatch batch = transformerPairs();
    const auto seeded = [&](uint64_t seed, double teacherForcing) {
        torch::manual_seed(seed);
        return network->forward(batch, teacherForcing).detach();
    };
    QVERIFY(torch::equal(seeded(1, 0.5), seeded(1, 0.5)));
    bool differ = false;
    for (uint64_t seed = 2; seed < 6; ++seed)
        differ = differ || !torch::equal(seeded(1, 0.5), seeded(seed, 0.5));
    QVERIFY(differ);
    // With the teacher alone nothing is drawn.
    torch::manual_seed(7);
    const float untouched = torch::rand({1}).item<float>();
    seeded(7, 1.0);
    QCOMPARE(torch::rand({1}).item<float>(), untouched);
}

void TransformerTranslatorTest::gradientsAreThoseOfThePlainForm()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    const core::TranslationBatch batch = transformerPairs();
    const Tensor factors = torch::randn({14, kTarget});
    const auto gradients = [&](const Tensor& logits) {
        network->zero_grad(true);
        (logits.log_softmax(1) * factors).sum().backward();
        std::vector<Tensor> found;
        for (const Tensor& parameter : network->parameters())
            found.push_back(parameter.grad().clone());
        return found;
    };
    const auto quick = gradients(network->forward(batch, 1.0));
    const auto plain = gradients(packed(network->open(batch).logits, batch.target));
    for (size_t i = 0; i < quick.size(); ++i)
        QVERIFY(rounding::agree(quick[i], plain[i], rounding::kNetwork));
}

void TransformerTranslatorTest::tiedTablesAreOneParameter()
{
    const auto count = [](const std::string& tied) {
        int64_t numbers = 0;
        for (const Tensor& parameter : transformerOf({{"tied_embeddings", tied}})->parameters())
            numbers += parameter.numel();
        return numbers;
    };
    QCOMPARE(count("none") - count("output"), kTarget * kDimension);
    QCOMPARE(count("output") - count("all"), kSource * kDimension);
    const auto network = transformerOf({{"tied_embeddings", "all"}});
    QVERIFY(network->named_parameters().contains("encoder.embedding.weight"));
    QVERIFY(!network->named_parameters().contains("target_embedding.weight"));
    QVERIFY(!network->named_parameters().contains("output.weight"));
}

void TransformerTranslatorTest::oneTableNeedsOneVocabulary()
{
    QVERIFY_THROWS_EXCEPTION(
        core::Error,
        core::makeTranslator(transformerSpec({{"tied_embeddings", "all"}}), contextOf(false)));
}

void TransformerTranslatorTest::positionsHaveTheirReach()
{
    const auto learned = transformerOf({{"positions", "learned"}});
    QCOMPARE(learned->longestTarget(), 9);
    QCOMPARE(learned->positions(5).sizes().vec(), (std::vector<int64_t>{5, kDimension}));
    QCOMPARE(learned->positions(50).size(0), 8);
    const std::vector<int64_t> nine = {4, 5, 6, 7, 8, 9, 4, 5, 6};
    QVERIFY_THROWS_EXCEPTION(core::Error, learned->start({batchOf({nine})}));
    const auto state = learned->start({batchOf({{4, 5}})});
    const Tensor token = torch::tensor({5}, torch::kInt64);
    for (int64_t t = 0; t < 9; ++t)
        learned->step(*state, token);
    QVERIFY_THROWS_EXCEPTION(core::Error, learned->step(*state, token));

    const auto endless = transformerOf(Json::object());
    QCOMPARE(endless->longestTarget(), 0);
    QCOMPARE(endless->positions(50).size(0), 50);
    endless->start({batchOf({nine})});
    // sin and cos of place 3 at the second frequency, worked by hand.
    const double angle = 3.0 / std::pow(10000.0, 2.0 / 12.0);
    QVERIFY(std::abs(endless->positions(4)[3][2].item<double>() - std::sin(angle)) < 1e-6);
}

void TransformerTranslatorTest::settingsThatDoNotFitAreNamed()
{
    try {
        core::makeTranslator(transformerSpec({{"heads", 5}}), contextOf(false));
        QFAIL("5 heads do not divide 12");
    } catch (const core::Error& error) {
        const QString text = QString::fromUtf8(error.what());
        QVERIFY2(text.contains(u"model.network.heads"_s), qPrintable(text));
    }
}

void TransformerTranslatorTest::allParametersAreDescribed()
{
    QFETCH(QByteArray, json);
    const auto network = transformerOf(parsed(json));
    int64_t described = 0, held = 0;
    for (const core::LayerSummary& layer : network->describe())
        described += layer.parameters;
    for (const Tensor& parameter : network->parameters())
        held += parameter.numel();
    QCOMPARE(described, held);
    QVERIFY(network->activationsPerToken(20) > network->activationsPerToken(10));
}

void TransformerTranslatorTest::reversingIsLearnt_data()
{
    addColumn<QByteArray>("json");
    newRow("post", R"({"norm": "post"})"_ba);
    newRow("pre, learned, tied",
           R"({"norm": "pre", "positions": "learned", "tied_embeddings": "all"})"_ba);
    newRow("rezero", R"({"norm": "rezero"})"_ba);
}

namespace {

/// Words 4 ... 9, three to five of them, and the same backwards.
core::TranslationBatch reversals(int64_t count)
{
    Rows source, target;
    for (int64_t i = 0; i < count; ++i) {
        const int64_t length = 3 + i % 3;
        const Tensor words = torch::randint(4, 10, {length}, torch::kInt64);
        const auto* first = words.data_ptr<int64_t>();
        source.emplace_back(first, first + length);
        target.push_back({kBegin});
        target.back().insert(target.back().end(), source.back().rbegin(), source.back().rend());
        target.back().push_back(kEnd);
    }
    return {batchOf(source), batchOf(target)};
}

Tensor labelsOf(const core::TranslationBatch& batch)
{
    return packed(batch.target.ids.narrow(1, 1, batch.target.ids.size(1) - 1), batch.target);
}

/// The likeliest tokens.
double shareRight(core::Translator& network, const core::TranslationBatch& batch)
{
    const torch::NoGradGuard noGradient;
    const Tensor right = network.forward(batch, 1.0).argmax(1).eq(labelsOf(batch));
    return right.to(torch::kFloat32).mean().item<double>();
}

} // namespace

void TransformerTranslatorTest::reversingIsLearnt()
{
    if (rounding::isRepetition())
        return; // Learning is proven once.
    QFETCH(QByteArray, json);
    torch::manual_seed(11);
    Json options
        = {{"encoder_layers", 1}, {"decoder_layers", 1}, {"heads", 4}, {"feed_forward_size", 64}};
    options.update(parsed(json));
    core::TranslatorContext context = contextOf(true);
    context.embedding.dimension = 32;
    const auto network = core::makeTranslator(transformerSpec(options), context);
    torch::optim::Adam optimiser(network->parameters(), torch::optim::AdamOptions(3e-3));
    double share = 0.0;
    for (int update = 1; update <= 2000 && share < 0.98; ++update) {
        const core::TranslationBatch batch = reversals(32);
        optimiser.zero_grad();
        torch::nn::functional::cross_entropy(network->forward(batch, 1.0), labelsOf(batch))
            .backward();
        optimiser.step();
        if (update % 50 == 0)
            share = shareRight(*network, reversals(100));
    }
    QVERIFY2(share >= 0.98, qPrintable(QString::number(share)));
}

UNROLL_TEST(TransformerTranslatorTest, QCoreApplication)
#include "transformer_translator_test.moc"
