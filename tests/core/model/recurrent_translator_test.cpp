#include "core/base/error.h"
#include "core/base/schema.h"
#include "core/model/model_kinds.h"
#include "core/model/model_summary.h"
#include "core/model/translator.h"

#include <torch/torch.h>

#include <QtTest>

/// The recurrent encoder-decoder in all its forms: independence of the batch, one step at a time
/// as all at once, gradients, feeding, learning.
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
    void gradientsAreThoseOfThePlainEquations_data() { addForms(); }
    void gradientsAreThoseOfThePlainEquations();
    void gradientsAreThoseOfFiniteDifferences();
    void withoutTeacherTheOwnTokensAreFed_data() { addForms(); }
    void withoutTeacherTheOwnTokensAreFed();
    void coinsDecideWhatIsFed();
    void sameSeedGivesTheSameNetworkAndDropout_data() { addForms(); }
    void sameSeedGivesTheSameNetworkAndDropout();
    void tiedTablesAreOneParameter();
    void copyingIsLearnt_data();
    void copyingIsLearnt();
    void settingsThatDoNotFitAreNamed_data();
    void settingsThatDoNotFitAreNamed();
    void allParametersAreDescribed_data() { addForms(); }
    void allParametersAreDescribed();

private:
    static void addForms();
};

namespace {

using core::Json;
using torch::Tensor;
using Rows = std::vector<std::vector<int64_t>>;

constexpr int64_t kSource = 13, kTarget = 11;
constexpr int64_t kBegin = 2, kEnd = 3;

core::TranslatorContext context(int64_t dimension = 6, bool joint = false)
{
    core::TranslatorContext result;
    result.sourceVocabulary = joint ? kTarget : kSource;
    result.targetVocabulary = kTarget;
    result.joint = joint;
    result.longestSource = result.longestTarget = 12;
    result.embedding.dimension = dimension;
    return result;
}

std::shared_ptr<core::Translator> network(const QByteArray& json,
                                          const core::TranslatorContext& sizes = context())
{
    torch::manual_seed(3);
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(Json::parse(json.toStdString()));
    spec.network.kind = "seq2seq";
    return core::makeTranslator(spec, sizes);
}

core::SequenceBatch batchOf(const Rows& texts, int64_t fill = 0)
{
    size_t longest = 0;
    for (const auto& text : texts)
        longest = std::max(longest, text.size());
    core::SequenceBatch batch;
    batch.ids = torch::full({static_cast<int64_t>(texts.size()), static_cast<int64_t>(longest)},
                            fill, torch::kInt64);
    std::vector<int64_t> lengths;
    for (size_t b = 0; b < texts.size(); ++b) {
        for (size_t t = 0; t < texts[b].size(); ++t)
            batch.ids[static_cast<int64_t>(b)][static_cast<int64_t>(t)] = texts[b][t];
        lengths.push_back(static_cast<int64_t>(texts[b].size()));
    }
    batch.lengths = torch::tensor(lengths, torch::kInt64);
    return batch;
}

Rows sources()
{
    return {{5, 9, 4, 12, 7}, {6}, {4, 5, 8}, {11, 10, 9, 8, 7, 6, 5}};
}

/// Longest in the middle, so that steps have to be put in order.
Rows targets()
{
    return {{kBegin, 4, 8, kEnd},
            {kBegin, kEnd},
            {kBegin, 9, 10, 5, 6, 4, kEnd},
            {kBegin, 7, 7, 10, kEnd}};
}

core::TranslationBatch examplePairs()
{
    return {batchOf(sources()), batchOf(targets())};
}

core::TranslationBatch onePair(size_t index)
{
    return {batchOf({sources()[index]}), batchOf({targets()[index]})};
}

double difference(const Tensor& a, const Tensor& b)
{
    if (a.sizes() != b.sizes())
        return std::numeric_limits<double>::infinity();
    return (a - b).abs().max().item<double>();
}

/// A weighted sum of the log-probabilities: no gradient is zero by symmetry.
Tensor lossOf(const Tensor& logits)
{
    const Tensor weights
        = torch::arange(logits.numel(), logits.options()).view(logits.sizes()).sin();
    return (logits.log_softmax(1) * weights).sum();
}

} // namespace

void RecurrentTranslatorTest::addForms()
{
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const std::string& name, const std::string& options) {
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(
            R"({"kind": "seq2seq", "hidden_size": 5, )" + options + "}");
    };
    const std::vector<std::pair<std::string, std::string>> scores
        = {{"none", R"("none")"},
           {"dot", R"("dot", "bidirectional": false)"},
           {"scaled_dot", R"("scaled_dot", "decoder_size": 10)"},
           {"general", R"("general", "decoder_size": 7)"},
           {"concat", R"({"kind": "concat", "size": 4})"},
           {"additive", R"({"kind": "additive", "size": 3})"},
           {"reduced_rank", R"({"kind": "reduced_rank", "rank": 2})"}};
    for (const auto& [name, score] : scores) {
        for (const std::string cell : {"rnn", "lstm", "gru"}) {
            const std::string both = R"("cell": ")" + cell + R"(", "attention": )" + score;
            const std::string title = name + " " + cell;
            row(title, both + R"(, "layers": 2)");
            row(title + " previous", both + R"(, "query": "previous", "readout": "concat")");
            if (name != "none")
                row(title + " fed", both + R"(, "input_feeding": true, "layers": 2)");
        }
    }
    row("maxout", R"("readout": "maxout", "query": "previous", "attention": "additive")");
    row("concat without attention", R"("readout": "concat", "attention": "none")");
    row("no bridge", R"("bridge": "none", "decoder_size": 10, "layers": 2)");
    row("tied", R"("tied_embeddings": true, "input_feeding": true)");
}

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
        alone.push_back(made->forward(onePair(pair), 1.0));
    QVERIFY(difference(together, torch::cat(alone)) < 1e-5);
}

void RecurrentTranslatorTest::paddingIdsChangeNothing()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor expected = made->forward(examplePairs(), 1.0);
    const core::TranslationBatch other{batchOf(sources(), 7), batchOf(targets(), 9)};
    QCOMPARE(difference(made->forward(other, 1.0), expected), 0.0);
    QCOMPARE(difference(made->open(other).logits.index({0, 0}), expected[0]) < 1e-6, true);
}

void RecurrentTranslatorTest::stepsGiveTheLogitsOfForward()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor expected = made->open(examplePairs()).logits; // [batch, length, vocabulary]
    const auto state = made->encode(batchOf(sources()));
    const core::SequenceBatch target = batchOf(targets());
    for (int64_t t = 0; t + 1 < target.ids.size(1); ++t) {
        const Tensor logits = made->step(*state, target.ids.select(1, t));
        for (int64_t b = 0; b < 4; ++b)
            if (t + 1 < target.lengths[b].item<int64_t>())
                QVERIFY(difference(logits[b], expected[b][t]) < 1e-5);
    }
}

/// Hypotheses of different sentences in other numbers and orders: each goes on as it would alone.
void RecurrentTranslatorTest::selectedRowsGoOnAsTheirOwn()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const auto state = made->encode(batchOf(sources()));
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
            const auto alone = made->encode(batchOf({sources()[sentence[row]]}));
            Tensor expected;
            for (const int64_t each : written[row])
                expected = made->step(*alone, torch::full({1}, each));
            const auto place = static_cast<int64_t>(row);
            QVERIFY(difference(logits[place], expected[0]) < 1e-5);
            if (!alone->attention().defined())
                continue;
            const Tensor weights = alone->attention()[0];
            QVERIFY(difference(state->attention()[place].narrow(0, 0, weights.size(0)), weights)
                    < 1e-5);
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
            QVERIFY(difference(opened.logits[static_cast<int64_t>(b)][static_cast<int64_t>(t)],
                               packed[row])
                    < 1e-6);
    if (json.contains("none\"") && !json.contains("\"bridge\": \"none\"")) {
        QVERIFY(opened.attention.empty());
        return;
    }
    QCOMPARE(opened.attention.size(), size_t{1});
    const core::OpenedAttention& cross = opened.attention.front();
    QCOMPARE(cross.group, std::string("cross"));
    QVERIFY(!cross.formula.empty());
    QCOMPARE(cross.weights.sizes().vec(), (std::vector<int64_t>{4, 1, 6, 7}));
    const Tensor softmax = cross.scores.softmax(3);
    for (int64_t b = 0; b < 4; ++b) {
        const auto index = static_cast<size_t>(b);
        const auto rows = static_cast<int64_t>(targets()[index].size()) - 1;
        const auto columns = static_cast<int64_t>(sources()[index].size());
        const Tensor weights = cross.weights[b][0].narrow(0, 0, rows);
        QVERIFY(difference(weights.sum(1), torch::ones({rows})) < 1e-6);
        QVERIFY(difference(weights, softmax[b][0].narrow(0, 0, rows)) < 1e-6);
        QCOMPARE(weights.narrow(1, columns, 7 - columns).abs().sum().item<double>(), 0.0);
        QVERIFY(
            torch::isinf(cross.scores[b][0].narrow(1, columns, 7 - columns)).all().item<bool>());
    }
}

/// In double the network runs the plain equations on LibTorch's autograd.
void RecurrentTranslatorTest::gradientsAreThoseOfThePlainEquations()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    const auto plain = network(json);
    plain->to(torch::kFloat64);
    made->eval();
    plain->eval();
    for (const double forcing : {1.0, 0.5}) {
        made->zero_grad();
        plain->zero_grad();
        torch::manual_seed(8);
        lossOf(made->forward(examplePairs(), forcing)).backward();
        torch::manual_seed(8);
        lossOf(plain->forward(examplePairs(), forcing)).backward();
        const auto expected = plain->named_parameters();
        for (const auto& item : made->named_parameters()) {
            const Tensor& other = expected[item.key()].grad();
            QVERIFY2(item.value().grad().defined() == other.defined(), item.key().c_str());
            if (other.defined())
                QVERIFY2(difference(item.value().grad(), other) < 1e-4, item.key().c_str());
        }
    }
}

void RecurrentTranslatorTest::gradientsAreThoseOfFiniteDifferences()
{
    for (const char* json :
         {R"({"kind": "seq2seq", "hidden_size": 3, "layers": 2, "attention": "general"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "cell": "gru", "input_feeding": true,
              "attention": "additive"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "query": "previous", "readout": "maxout",
              "attention": "concat"})"}) {
        const auto made = network(json);
        made->to(torch::kFloat64);
        made->eval();
        lossOf(made->forward(examplePairs(), 1.0)).backward();
        for (const auto& item : made->named_parameters()) {
            const torch::NoGradGuard noGradient;
            const Tensor flat = item.value().view(-1);
            const int64_t place = flat.numel() * 2 / 3;
            constexpr double kStep = 1e-6;
            const double before = flat[place].item<double>();
            flat[place] = before + kStep;
            const double above = lossOf(made->forward(examplePairs(), 1.0)).item<double>();
            flat[place] = before - kStep;
            const double below = lossOf(made->forward(examplePairs(), 1.0)).item<double>();
            flat[place] = before;
            const double found = item.value().grad().view(-1)[place].item<double>();
            QVERIFY2(std::abs(found - (above - below) / (2 * kStep)) < 1e-6, item.key().c_str());
        }
    }
}

void RecurrentTranslatorTest::withoutTeacherTheOwnTokensAreFed()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor free = made->forward(examplePairs(), 0.0);
    int64_t row = 0;
    for (size_t b = 0; b < sources().size(); ++b) {
        const auto state = made->encode(batchOf({sources()[b]}));
        Tensor token = torch::full({1}, kBegin);
        for (size_t t = 0; t + 1 < targets()[b].size(); ++t, ++row) {
            const Tensor logits = made->step(*state, token);
            QVERIFY(difference(free[row], logits[0]) < 1e-5);
            token = logits.argmax(1);
        }
    }
}

void RecurrentTranslatorTest::coinsDecideWhatIsFed()
{
    const auto made = network(R"({"kind": "seq2seq", "hidden_size": 5})");
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor taught = made->forward(examplePairs(), 1.0);
    const Tensor free = made->forward(examplePairs(), 0.0);
    torch::manual_seed(1);
    const Tensor half = made->forward(examplePairs(), 0.5);
    torch::manual_seed(1);
    QVERIFY(torch::equal(made->forward(examplePairs(), 0.5), half));
    QVERIFY(difference(taught, free) > 1e-4);
    QVERIFY(difference(half, taught) > 1e-6 && difference(half, free) > 1e-6);
    // Nothing is drawn with a teacher throughout.
    torch::manual_seed(1);
    made->forward(examplePairs(), 1.0);
    const Tensor drawn = torch::rand({1});
    torch::manual_seed(1);
    QVERIFY(torch::equal(drawn, torch::rand({1})));
}

void RecurrentTranslatorTest::sameSeedGivesTheSameNetworkAndDropout()
{
    QFETCH(QByteArray, json);
    core::TranslatorContext sizes = context();
    sizes.embedding.dropout = 0.2;
    const auto run = [&] {
        const auto made = network(json, sizes);
        made->train();
        const Tensor logits = made->forward(examplePairs(), 0.7);
        lossOf(logits).backward();
        return std::pair(logits.detach(), made->parameters().front().grad().clone());
    };
    const auto first = run();
    const auto second = run();
    QVERIFY(torch::equal(first.first, second.first));
    QVERIFY(torch::equal(first.second, second.second));
}

void RecurrentTranslatorTest::tiedTablesAreOneParameter()
{
    const QByteArray tied = R"({"kind": "seq2seq", "hidden_size": 5, "tied_embeddings": true})";
    const auto apart = network(tied)->named_parameters();
    QVERIFY(apart.contains("source_embedding.weight") && apart.contains("target_embedding.weight"));
    QVERIFY(!apart.contains("output.weight") && apart.contains("output.bias"));
    const auto joint = network(tied, context(6, true))->named_parameters();
    QVERIFY(joint.contains("source_embedding.weight"));
    QVERIFY(!joint.contains("target_embedding.weight") && !joint.contains("output.weight"));
}

void RecurrentTranslatorTest::copyingIsLearnt_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char* attention :
         {R"("none")", R"("dot")", R"("scaled_dot")", R"("general")", R"("concat")",
          R"("additive")", R"({"kind": "reduced_rank", "rank": 8})"}) {
        QTest::newRow(attention) << QByteArray(R"({"kind": "seq2seq", "bidirectional": false,
            "hidden_size": 24, "readout_dropout": 0, "attention": )")
                + attention + "}";
        QTest::newRow((std::string("fed ") + attention).c_str())
            << QByteArray(R"({"kind": "seq2seq", "bidirectional": false, "hidden_size": 24,
            "cell": "gru", "query": "previous", "readout": "concat", "attention": )")
                + attention + "}";
    }
}

/// Sequences of 2 to 4 of 6 symbols, copied; written greedily, nine in ten must be right.
void RecurrentTranslatorTest::copyingIsLearnt()
{
    QFETCH(QByteArray, json);
    const auto made = network(json, context(12));
    made->train();
    torch::optim::Adam optimiser(made->parameters(), torch::optim::AdamOptions(0.01));
    const auto draw = [] {
        Rows texts(32);
        for (auto& text : texts) {
            const int64_t length = torch::randint(2, 5, {1}).item<int64_t>();
            const Tensor ids = torch::randint(4, 10, {length}, torch::kInt64);
            text.assign(ids.data_ptr<int64_t>(), ids.data_ptr<int64_t>() + length);
        }
        return texts;
    };
    const auto pairs = [](const Rows& texts) {
        Rows copies;
        for (std::vector<int64_t> text : texts) {
            text.insert(text.begin(), kBegin);
            text.push_back(kEnd);
            copies.push_back(std::move(text));
        }
        return core::TranslationBatch{batchOf(texts), batchOf(copies)};
    };
    const auto labels = [](const Rows& texts) {
        std::vector<int64_t> all;
        for (const auto& text : texts) {
            all.insert(all.end(), text.begin(), text.end());
            all.push_back(kEnd);
        }
        return torch::tensor(all, torch::kInt64);
    };
    for (int update = 0; update < 500; ++update) {
        const Rows texts = draw();
        if (update == 400) // settles
            static_cast<torch::optim::AdamOptions&>(optimiser.param_groups()[0].options())
                .lr(0.002);
        optimiser.zero_grad();
        torch::nn::functional::cross_entropy(made->forward(pairs(texts), 1.0), labels(texts))
            .backward();
        torch::nn::utils::clip_grad_norm_(made->parameters(), 1.0);
        optimiser.step();
    }
    made->eval();
    const torch::NoGradGuard noGradient;
    int64_t right = 0;
    const Rows texts = draw();
    const auto state = made->encode(batchOf(texts));
    Tensor tokens = torch::full({32}, kBegin);
    Rows written(32);
    for (int step = 0; step < 6; ++step) {
        tokens = made->step(*state, tokens).argmax(1);
        for (size_t b = 0; b < written.size(); ++b)
            if (written[b].empty() || written[b].back() != kEnd)
                written[b].push_back(tokens[static_cast<int64_t>(b)].item<int64_t>());
    }
    for (size_t b = 0; b < written.size(); ++b) {
        std::vector<int64_t> wanted = texts[b];
        wanted.push_back(kEnd);
        right += written[b] == wanted ? 1 : 0;
    }
    QVERIFY2(right >= 29, qPrintable(QString::number(right)));
}

void RecurrentTranslatorTest::settingsThatDoNotFitAreNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("path");
    QTest::newRow("dot") << QByteArray(R"({"kind": "seq2seq", "attention": "dot"})")
                         << "model.network.attention";
    QTest::newRow("bridge") << QByteArray(R"({"kind": "seq2seq", "bridge": "none"})")
                            << "model.network.bridge";
    QTest::newRow("feeding nothing")
        << QByteArray(R"({"kind": "seq2seq", "attention": "none", "input_feeding": true})")
        << "model.network.input_feeding";
    QTest::newRow("feeding twice")
        << QByteArray(R"({"kind": "seq2seq", "query": "previous", "input_feeding": true})")
        << "model.network.input_feeding";
    QTest::newRow("feeding a readout that is none")
        << QByteArray(R"({"kind": "seq2seq", "readout": "concat", "input_feeding": true})")
        << "model.network.input_feeding";
    QTest::newRow("tied") << QByteArray(
        R"({"kind": "seq2seq", "attention": "none", "hidden_size": 5, "tied_embeddings": true})")
                          << "model.network.tied_embeddings";
}

void RecurrentTranslatorTest::settingsThatDoNotFitAreNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, path);
    try {
        network(json);
        QFAIL("was accepted");
    } catch (const core::Error& error) {
        QCOMPARE(error.failure().code, core::ErrorCode::BadSetting);
        const QString sentence = QString::fromStdString(error.failure().sentence());
        QVERIFY2(sentence.contains(path), qPrintable(sentence));
    }
}

void RecurrentTranslatorTest::allParametersAreDescribed()
{
    QFETCH(QByteArray, json);
    core::ExperimentSpec spec;
    spec.task = "translation";
    spec.model.network = core::selectionFromJson(Json::parse(json.toStdString()));
    spec.model.embedding.dimension = 6;
    const core::ModelSummary summary
        = core::summariseModel(spec, {.vocabularySize = kSource, .targetVocabularySize = kTarget});
    int64_t described = 0, made = 0;
    for (const core::LayerSummary& layer : summary.layers)
        described += layer.parameters;
    for (const Tensor& parameter : network(json)->parameters())
        made += parameter.numel();
    QCOMPARE(described, made);
    QCOMPARE(summary.parameters, made);
    QVERIFY(summary.trainingBytes > 4 * summary.weightBytes);
}

QTEST_GUILESS_MAIN(RecurrentTranslatorTest)
#include "recurrent_translator_test.moc"
