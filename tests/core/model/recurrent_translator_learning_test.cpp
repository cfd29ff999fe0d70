#include "core/nn/threads/compute_threads.h"
#include "tests/core/model/recurrent_translators.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adam.h>

using torch::Tensor;
using namespace pairs;
using namespace seq2seq;

/// How the recurrent encoder-decoder learns: its gradients, whose tokens it is fed, its seeds, and
/// what it can learn.
class RecurrentTranslatorLearningTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreThoseOfThePlainEquations_data() { addForms(); }
    void gradientsAreThoseOfThePlainEquations();
    void gradientsAreThoseOfFiniteDifferences();
    void withoutTeacherTheOwnTokensAreFed_data() { addForms(); }
    void withoutTeacherTheOwnTokensAreFed();
    void coinsDecideWhatIsFed();
    void sameSeedGivesTheSameNetworkAndDropout_data() { addForms(); }
    void sameSeedGivesTheSameNetworkAndDropout();
    void threadsChangeNoNumber_data() { addForms(); }
    void threadsChangeNoNumber();
    void copyingIsLearnt_data();
    void copyingIsLearnt();
};

namespace {

/// A row of weights, and a gradient over the tokens of the batch, are no longer.
constexpr int64_t kLongestStep = 40;

/// A weighted sum of the log-probabilities: no gradient is zero by symmetry.
Tensor lossOf(const Tensor& logits)
{
    const Tensor weights
        = torch::arange(logits.numel(), logits.options()).view(logits.sizes()).sin();
    return (logits.log_softmax(1) * weights).sum();
}

} // namespace

/// In double the network runs the plain equations on LibTorch's autograd.
void RecurrentTranslatorLearningTest::gradientsAreThoseOfThePlainEquations()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    const auto plain = network(json);
    plain->to(torch::kFloat64);
    made->eval();
    plain->eval();
    for (const double forcing : {1.0, 0.5}) {
        const auto backward = [&](core::Translator& translator) {
            translator.zero_grad(true);
            torch::manual_seed(9);
            lossOf(translator.forward(examplePairs(), forcing)).backward();
            std::vector<Tensor> gradients;
            for (const Tensor& parameter : translator.parameters())
                gradients.push_back(parameter.grad().defined() ? parameter.grad()
                                                               : torch::zeros_like(parameter));
            return gradients;
        };
        const auto exact = rounding::exactly(plain->parameters(), kLongestStep,
                                             [&] { return backward(*plain); });
        const auto found = backward(*made);
        const auto named = made->named_parameters();
        for (size_t i = 0; i < found.size(); ++i) {
            const std::string& name = named[i].key();
            QVERIFY2(rounding::agree(found[i], exact, i, name), name.c_str());
            QCOMPARE(made->parameters()[i].grad().defined(),
                     plain->parameters()[i].grad().defined());
        }
    }
}

void RecurrentTranslatorLearningTest::gradientsAreThoseOfFiniteDifferences()
{
    for (const char* json :
         {R"({"kind": "seq2seq", "hidden_size": 3, "layers": 2, "attention": "general"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "cell": "gru", "input_feeding": true,
              "attention": "additive"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "query": "previous", "readout": "maxout",
              "attention": "concat"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "layers": 2, "cell": "lstm_nested"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "cell": "lstm_layer_norm",
              "query": "previous"})",
          R"({"kind": "seq2seq", "hidden_size": 3, "cell": "mut1", "input_feeding": true})"}) {
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

void RecurrentTranslatorLearningTest::withoutTeacherTheOwnTokensAreFed()
{
    QFETCH(QByteArray, json);
    const auto made = network(json);
    made->eval();
    const torch::NoGradGuard noGradient;
    const Tensor free = made->forward(examplePairs(), 0.0);
    int64_t row = 0;
    for (size_t b = 0; b < sources().size(); ++b) {
        const auto state = made->start({batchOf({sources()[b]})});
        Tensor token = torch::full({1}, kBegin);
        for (size_t t = 0; t + 1 < targets()[b].size(); ++t, ++row) {
            const Tensor logits = made->step(*state, token);
            QVERIFY(rounding::agree(free[row], logits[0], rounding::kLayer));
            token = logits.argmax(1);
        }
    }
}

void RecurrentTranslatorLearningTest::coinsDecideWhatIsFed()
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
    QVERIFY(rounding::distance(taught, free) > 1e-4);
    QVERIFY(rounding::distance(half, taught) > 1e-6 && rounding::distance(half, free) > 1e-6);
    // Nothing is drawn with a teacher throughout.
    torch::manual_seed(1);
    made->forward(examplePairs(), 1.0);
    const Tensor drawn = torch::rand({1});
    torch::manual_seed(1);
    QVERIFY(torch::equal(drawn, torch::rand({1})));
}

void RecurrentTranslatorLearningTest::sameSeedGivesTheSameNetworkAndDropout()
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

void RecurrentTranslatorLearningTest::threadsChangeNoNumber()
{
    QFETCH(QByteArray, json);
    const auto run = [&](int threads) {
        core::setComputeThreads(threads);
        const auto made = network(json);
        made->eval();
        const Tensor logits = made->forward(examplePairs(), 1.0);
        lossOf(logits).backward();
        std::vector<Tensor> all{logits.detach()};
        for (const Tensor& parameter : made->parameters())
            all.push_back(parameter.grad());
        core::setComputeThreads(1);
        return all;
    };
    const std::vector<Tensor> one = run(1), three = run(3);
    for (size_t i = 0; i < one.size(); ++i)
        QVERIFY2(one[i].defined() == three[i].defined()
                     && (!one[i].defined() || torch::equal(one[i], three[i])),
                 qPrintable(QString::number(i)));
}

void RecurrentTranslatorLearningTest::copyingIsLearnt_data()
{
    addColumn<QByteArray>("json");
    for (const char* attention :
         {R"("none")", R"("dot")", R"("scaled_dot")", R"("general")", R"("concat")",
          R"("additive")", R"({"kind": "reduced_rank", "rank": 8})"}) {
        newRow(attention,
               R"({"kind": "seq2seq", "bidirectional": false,
            "hidden_size": 24, "readout_dropout": 0, "attention": )"_ba
                   + attention + "}");
        newRow(("fed "s + attention).c_str(),
               R"({"kind": "seq2seq", "bidirectional": false, "hidden_size": 24,
            "cell": "gru", "query": "previous", "readout": "concat", "attention": )"_ba
                   + attention + "}");
    }
    for (const char* cell : {R"("lstm_nested")", R"("lstm_layer_norm", "query": "previous")",
                             R"("mut2", "input_feeding": true)"})
        newRow(cell,
               R"({"kind": "seq2seq", "bidirectional": false,
            "hidden_size": 24, "readout_dropout": 0, "cell": )"_ba
                   + cell + "}");
}

/// Sequences of 2 to 4 of 6 symbols, copied; written greedily, nine in ten must be right.
void RecurrentTranslatorLearningTest::copyingIsLearnt()
{
    if (rounding::isRepetition())
        return; // Learning is proven once.
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
    const auto state = made->start({batchOf(texts)});
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

UNROLL_TEST(RecurrentTranslatorLearningTest, QCoreApplication)
#include "recurrent_translator_learning_test.moc"
