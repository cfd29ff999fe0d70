#include "core/nn/layers/transformer_decoder.h"
#include "core/nn/tensors.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

/// Causal and cross attention: against means worked by hand, their plain form, finite differences,
/// and themselves token by token; masks by changing what must not be seen.
class DecoderAttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalScoresGiveTheMeanOfThePast();
    void causalFormsAgree();
    void crossFormsAgree();
    void manyKeysAndOddSizesAgree();
    void gradientsAreDifferences_data();
    void gradientsAreDifferences();
    void theFutureIsNotSeen();
    void otherTextsAreNotSeen();
    void rowsShareTheirSentence();
    void layerStepByStepIsTheLayer_data();
    void layerStepByStepIsTheLayer();
};

namespace {

using torch::Tensor;

core::TokenLayout layoutOf(const std::vector<int64_t>& lengths, int64_t length)
{
    return core::TokenLayout(
        {torch::zeros({static_cast<int64_t>(lengths.size()), length}, torch::kInt64),
         torch::tensor(at::ArrayRef<int64_t>(lengths), torch::kInt64)});
}

/// Random, also where torch starts with zeros.
template <class Module> void scatter(Module& module)
{
    const torch::NoGradGuard noGradient;
    for (Tensor& parameter : module->parameters())
        parameter.normal_(0.0, 0.5);
}

/// Result and gradients of leaves and parameters of both forms are the same.
void compareForms(core::MultiHeadAttention& attention, const std::vector<Tensor>& leaves,
                  const std::function<Tensor()>& quick, const std::function<Tensor()>& plain)
{
    std::vector<std::vector<Tensor>> found;
    Tensor factors;
    for (const auto& form : {quick, plain}) {
        attention->zero_grad(true);
        const Tensor output = form();
        if (!factors.defined())
            factors = torch::randn_like(output);
        (output * factors).sum().backward();
        found.push_back({output.detach()});
        for (Tensor leaf : leaves) {
            found.back().push_back(leaf.grad().clone());
            leaf.mutable_grad().reset();
        }
        for (const Tensor& parameter : attention->parameters())
            found.back().push_back(parameter.grad().clone());
    }
    for (size_t i = 0; i < found[0].size(); ++i)
        QVERIFY(rounding::agree(found[0][i], found[1][i], rounding::kLayer));
}

} // namespace

void DecoderAttentionTest::equalScoresGiveTheMeanOfThePast()
{
    // Queries of zero look at all they may look at alike.
    const core::TokenLayout layout = layoutOf({3, 2}, 3);
    Tensor projected = torch::randn({5, 12});
    projected.narrow(1, 0, 4).zero_();
    projected.narrow(1, 8, 4).copy_(torch::tensor({{1.0F, 2.0F, 3.0F, 4.0F},
                                                   {3.0F, 2.0F, 9.0F, 0.0F},
                                                   {5.0F, 8.0F, 3.0F, -1.0F},
                                                   {7.0F, 0.0F, 1.0F, 6.0F},
                                                   {1.0F, 4.0F, 2.0F, 2.0F}}));
    const Tensor causal = core::packedSelfAttention(projected, layout, {2, 0.0, core::Sight::Past});
    const Tensor expected = torch::tensor({{1.0F, 2.0F, 3.0F, 4.0F},
                                           {2.0F, 2.0F, 6.0F, 2.0F},
                                           {3.0F, 4.0F, 5.0F, 1.0F},
                                           {7.0F, 0.0F, 1.0F, 6.0F},
                                           {4.0F, 2.0F, 1.5F, 4.0F}});
    QVERIFY(rounding::agree(causal, expected, rounding::kLayer));
    const Tensor all = core::packedSelfAttention(projected, layout, {2, 0.0, core::Sight::All});
    QVERIFY(rounding::agree(all[0], expected[2], rounding::kLayer));
    QVERIFY(rounding::agree(all[3], expected[4], rounding::kLayer));
}

void DecoderAttentionTest::causalFormsAgree()
{
    torch::manual_seed(1);
    core::MultiHeadAttention attention(12, 3, 0.0);
    scatter(attention);
    const core::TokenLayout layout = layoutOf({5, 1, 7, 2}, 7);
    const Tensor tokens = torch::randn({15, 12}).requires_grad_();
    compareForms(
        attention, {tokens}, [&] { return attention(tokens, layout, core::Sight::Past); },
        [&] { return attention->open(tokens, layout, core::Sight::Past).output; });
    const auto opened = attention->open(tokens, layout, core::Sight::Past);
    QCOMPARE(opened.weights.triu(1).abs().max().item<float>(), 0.0F);
    QVERIFY(rounding::agree(opened.scores.softmax(-1), opened.weights, rounding::kSum));
    QVERIFY(opened.scores[2][1][3][4].isinf().item<bool>());
    QVERIFY(!opened.scores[2][1][4][4].isinf().item<bool>());
}

void DecoderAttentionTest::crossFormsAgree()
{
    torch::manual_seed(2);
    core::MultiHeadAttention attention(12, 3, 0.0);
    scatter(attention);
    const core::TokenLayout layout = layoutOf({3, 1, 5}, 6);
    const core::TokenLayout memoryLayout = layoutOf({4, 7, 1}, 7);
    const Tensor tokens = torch::randn({9, 12}).requires_grad_();
    const Tensor memory = torch::randn({12, 12}).requires_grad_();
    compareForms(
        attention, {tokens, memory},
        [&] { return attention->across(tokens, layout, memory, memoryLayout); },
        [&] { return attention->openAcross(tokens, layout, memory, memoryLayout).output; });
    const auto opened = attention->openAcross(tokens, layout, memory, memoryLayout);
    QCOMPARE(opened.weights.sizes().vec(), (std::vector<int64_t>{3, 3, 6, 7}));
    QCOMPARE(opened.weights[0].narrow(2, 4, 3).abs().max().item<float>(), 0.0F);
    QVERIFY(rounding::agree(opened.weights.sum(3), torch::ones({3, 3, 6}), rounding::kLayer));
}

void DecoderAttentionTest::manyKeysAndOddSizesAgree()
{
    // Sizes that fill no vector register and more than one panel of them.
    torch::manual_seed(3);
    core::MultiHeadAttention attention(57, 3, 0.0);
    scatter(attention);
    const core::TokenLayout layout = layoutOf({70, 33}, 70);
    const core::TokenLayout memoryLayout = layoutOf({17, 101}, 101);
    const Tensor tokens = torch::randn({103, 57}).requires_grad_();
    const Tensor memory = torch::randn({118, 57}).requires_grad_();
    compareForms(
        attention, {tokens, memory},
        [&] { return attention->across(tokens, layout, memory, memoryLayout); },
        [&] { return attention->openAcross(tokens, layout, memory, memoryLayout).output; });
    compareForms(
        attention, {tokens}, [&] { return attention(tokens, layout, core::Sight::Past); },
        [&] { return attention->open(tokens, layout, core::Sight::Past).output; });
}

void DecoderAttentionTest::gradientsAreDifferences_data()
{
    addColumns<bool, double>("cross", "dropout");
    newRow("causal", false, 0.0);
    newRow("causal, dropout", false, 0.3);
    newRow("cross", true, 0.0);
    newRow("cross, dropout", true, 0.3);
}

void DecoderAttentionTest::gradientsAreDifferences()
{
    QFETCH(bool, cross);
    QFETCH(double, dropout);
    torch::manual_seed(4);
    const core::TokenLayout layout = layoutOf({3, 1, 2}, 3);
    const core::TokenLayout memoryLayout = layoutOf({2, 4, 1}, 4);
    Tensor queries = torch::randn({6, cross ? 6 : 18}).requires_grad_();
    Tensor keysValues = torch::randn({7, 12}).requires_grad_();
    const Tensor factors = torch::randn({6, 6});
    const auto result = [&] {
        torch::manual_seed(5); // the same dropout mask every time
        const core::PackedAttentionOptions options{3, dropout,
                                                   cross ? core::Sight::All : core::Sight::Past};
        const Tensor output = cross
            ? core::packedCrossAttention(queries, layout, keysValues, memoryLayout, options)
            : core::packedSelfAttention(queries, layout, options);
        return (output * factors).sum();
    };
    result().backward();
    constexpr double kStep = 1e-2;
    for (const Tensor& leaf : {queries, keysValues}) {
        if (!leaf.grad().defined())
            continue;
        const torch::NoGradGuard noGradient;
        Tensor flat = leaf.view(-1);
        const Tensor gradient = leaf.grad().view(-1);
        for (int64_t i = 0; i < flat.numel(); ++i) {
            const float value = flat[i].item<float>();
            flat[i] = value + kStep;
            const double above = result().item<double>();
            flat[i] = value - kStep;
            const double below = result().item<double>();
            flat[i] = value;
            const double slope = (above - below) / (2.0 * kStep);
            QVERIFY(std::abs(slope - gradient[i].item<double>()) < 2e-3);
        }
    }
}

void DecoderAttentionTest::theFutureIsNotSeen()
{
    torch::manual_seed(6);
    core::MultiHeadAttention attention(12, 3, 0.0);
    const core::TokenLayout layout = layoutOf({5, 4}, 6);
    const Tensor tokens = torch::randn({9, 12});
    Tensor changed = tokens.clone();
    changed[3] += 100.0; // the fourth token of the first text
    const auto forms = {std::pair{attention(tokens, layout, core::Sight::Past),
                                  attention(changed, layout, core::Sight::Past)},
                        std::pair{attention->open(tokens, layout, core::Sight::Past).output,
                                  attention->open(changed, layout, core::Sight::Past).output}};
    for (const auto& [before, after] : forms) {
        QVERIFY(torch::equal(before.narrow(0, 0, 3), after.narrow(0, 0, 3)));
        QVERIFY(torch::equal(before.narrow(0, 5, 4), after.narrow(0, 5, 4)));
        QVERIFY(rounding::distance(before[3], after[3]) > 1e-3);
        QVERIFY(rounding::distance(before[4], after[4]) > 1e-3);
    }
}

void DecoderAttentionTest::otherTextsAreNotSeen()
{
    torch::manual_seed(7);
    core::MultiHeadAttention attention(12, 3, 0.0);
    const core::TokenLayout layout = layoutOf({3, 2}, 3);
    const core::TokenLayout memoryLayout = layoutOf({4, 5}, 6);
    const Tensor tokens = torch::randn({5, 12});
    const Tensor memory = torch::randn({9, 12});
    Tensor changed = memory.clone();
    changed[4] += 100.0; // the first token of the second memory
    const Tensor before = attention->across(tokens, layout, memory, memoryLayout);
    const Tensor after = attention->across(tokens, layout, changed, memoryLayout);
    QVERIFY(torch::equal(before.narrow(0, 0, 3), after.narrow(0, 0, 3)));
    QVERIFY(rounding::distance(before[3], after[3]) > 1e-3);
    QVERIFY(rounding::distance(before[4], after[4]) > 1e-3);
}

void DecoderAttentionTest::rowsShareTheirSentence()
{
    torch::manual_seed(8);
    const core::TokenLayout layout = layoutOf({4, 6, 2}, 7);
    const Tensor keysValues = torch::randn({12, 16});
    const Tensor queries = torch::randn({5, 8});
    const std::vector<int64_t> sentences = {0, 0, 2, 2, 1};
    Tensor weights;
    const Tensor output
        = core::sentenceAttention(queries, keysValues, {layout, sentences}, 2, &weights);
    QCOMPARE(weights.sizes().vec(), (std::vector<int64_t>{5, 7}));
    for (int64_t row = 0; row < 5; ++row) {
        const auto sentence = static_cast<size_t>(sentences[static_cast<size_t>(row)]);
        const int64_t length = layout.lengths()[sentence];
        const Tensor own = keysValues.narrow(0, layout.offsets()[sentence], length); // [length, 16]
        Tensor mean = torch::zeros({7});
        for (int64_t head = 0; head < 2; ++head) {
            const Tensor scores
                = own.narrow(1, 4 * head, 4).mv(queries[row].narrow(0, 4 * head, 4)) / 2.0;
            const Tensor share = scores.softmax(0); // [length]
            mean.narrow(0, 0, length) += share / 2.0;
            const Tensor expected = own.narrow(1, 8 + 4 * head, 4).t().mv(share);
            QVERIFY(
                rounding::agree(output[row].narrow(0, 4 * head, 4), expected, rounding::kLayer));
        }
        QVERIFY(rounding::agree(weights[row], mean, rounding::kSum));
    }
}

void DecoderAttentionTest::layerStepByStepIsTheLayer_data()
{
    addColumn<int>("norm");
    newRow("post", static_cast<int>(core::NormPlace::Post));
    newRow("pre", static_cast<int>(core::NormPlace::Pre));
    newRow("rezero", static_cast<int>(core::NormPlace::ReZero));
}

void DecoderAttentionTest::layerStepByStepIsTheLayer()
{
    QFETCH(int, norm);
    torch::manual_seed(9);
    core::TransformerOptions options;
    options.features = 12;
    options.heads = 3;
    options.feedForwardSize = 10;
    options.layers = 2;
    options.norm = static_cast<core::NormPlace>(norm);
    options.lastNorm = true;
    core::TransformerDecoder decoder(options);
    scatter(decoder);
    constexpr int64_t kSteps = 19; // the cache grows once
    const core::TokenLayout layout = layoutOf({kSteps, kSteps}, kSteps);
    const core::TokenLayout memoryLayout = layoutOf({4, 6}, 6);
    const Tensor tokens = torch::randn({2 * kSteps, 12});
    const Tensor memory = torch::randn({10, 12});
    const Tensor whole
        = decoder(tokens, layout, memory, memoryLayout).view({2, kSteps, 12}); // [2, steps, 12]
    auto caches = decoder->start(memory);
    const core::SentenceRows rows{memoryLayout, {0, 1}};
    for (int64_t t = 0; t < kSteps; ++t) {
        Tensor weights;
        const Tensor step
            = decoder->step(tokens.view({2, kSteps, 12}).select(1, t), caches, rows, weights);
        QVERIFY(rounding::agree(step, whole.select(1, t),
                                rounding::kLayer)); // without norms values grow
        QVERIFY(rounding::agree(weights.sum(1), torch::ones({2}), rounding::kLayer));
    }
}

UNROLL_TEST(DecoderAttentionTest, QCoreApplication)
#include "decoder_attention_test.moc"
