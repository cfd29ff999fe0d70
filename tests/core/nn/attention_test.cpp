#include "core/base/error.h"
#include "core/nn/layers/transformer_encoder.h"
#include "core/nn/tensors.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

/// Attention against numbers worked by hand or printed in the lecture, its masks, and its quick
/// form against the plain one.
class AttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheNumbersOfTheLecture();
    void givesWeightZeroToWhatIsMasked();
    void twoHeadsAreTwoAttentionsSideBySide();
    void quickAndPlainFormAgree();
    void gradientsOfTheQuickFormAreRight();
    void doublePrecisionAgrees();
    void dropoutOfWeightsRepeatsInBackward();
    void aTextIsIndependentOfItsBatch();
    void refusesHeadsThatDoNotDivide();
    void preNormLayerIsItsEquation();
    void rezeroStartsAsTheIdentity();
};

namespace {

core::SequenceBatch paddedBatch(const std::vector<int64_t>& lengths, int64_t length)
{
    core::SequenceBatch batch;
    batch.lengths = torch::tensor(at::ArrayRef<int64_t>(lengths), torch::kInt64);
    batch.ids = torch::zeros({static_cast<int64_t>(lengths.size()), length}, torch::kInt64);
    return batch;
}

/// Random, also where torch starts with zeros.
template <class Module> void randomise(Module& module)
{
    const torch::NoGradGuard noGradient;
    for (torch::Tensor& parameter : module->parameters())
        parameter.normal_(0.0, 0.5);
}

} // namespace

void AttentionTest::givesTheNumbersOfTheLecture()
{
    // Lecture 001 divides by sqrt(64) although its example has 3 features.
    const torch::Tensor key
        = torch::tensor({{10.0, 0.0, 0.0}, {0.0, 10.0, 0.0}, {0.0, 0.0, 10.0}, {0.0, 0.0, 10.0}});
    const torch::Tensor value
        = torch::tensor({{1.0, 0.0, 0.0}, {10.0, 0.0, 0.0}, {100.0, 5.0, 0.0}, {1000.0, 6.0, 0.0}});
    const torch::Tensor query = torch::tensor({{0.0, 10.0, 0.0}}) * std::sqrt(3.0) / 8.0;
    const auto result = core::scaledDotProductAttention(query, key, value, {});
    const torch::Tensor weights = torch::tensor({{3.7266e-06, 0.99998882, 3.7266e-06, 3.7266e-06}});
    QVERIFY(rounding::agree(result.weights, weights, rounding::kSum));
    QVERIFY(std::abs(result.weights[0][0].item<double>() - 3.7266e-06) < 1e-10);
    // As many digits as the lecture prints.
    QVERIFY(rounding::distance(result.output, torch::tensor({{10.004, 4.0993e-05, 0.0}})) < 2e-4);
}

void AttentionTest::givesWeightZeroToWhatIsMasked()
{
    // Equal scores: the two keys that may be looked at share.
    const torch::Tensor value = torch::tensor({{1.0F}, {3.0F}, {1000.0F}});
    const auto result = core::scaledDotProductAttention(torch::zeros({2, 4}), torch::ones({3, 4}),
                                                        value, torch::tensor({true, true, false}));
    QVERIFY(torch::equal(result.weights, torch::tensor({{0.5F, 0.5F, 0.0F}, {0.5F, 0.5F, 0.0F}})));
    QVERIFY(torch::equal(result.output, torch::tensor({{2.0F}, {2.0F}})));
}

void AttentionTest::twoHeadsAreTwoAttentionsSideBySide()
{
    torch::manual_seed(1);
    core::MultiHeadAttention attention(6, 2, 0.0);
    randomise(attention);
    const core::TokenLayout layout(paddedBatch({4}, 4));
    const torch::Tensor tokens = torch::randn({4, 6});
    const auto parameters = attention->named_parameters();
    const torch::Tensor projected = torch::addmm(parameters["in_proj_bias"], tokens,
                                                 parameters["in_proj_weight"].t()); // [4, 18]
    std::vector<torch::Tensor> heads;
    for (int64_t head = 0; head < 2; ++head) {
        const torch::Tensor q = projected.narrow(1, 3 * head, 3);
        const torch::Tensor k = projected.narrow(1, 6 + 3 * head, 3);
        const torch::Tensor v = projected.narrow(1, 12 + 3 * head, 3);
        heads.push_back((q.mm(k.t()) / std::sqrt(3.0)).softmax(1).mm(v));
    }
    const torch::Tensor expected = torch::addmm(parameters["out_proj.bias"], torch::cat(heads, 1),
                                                parameters["out_proj.weight"].t());
    QVERIFY(rounding::agree(attention(tokens, layout), expected, rounding::kLayer));
}

void AttentionTest::quickAndPlainFormAgree()
{
    torch::manual_seed(2);
    core::MultiHeadAttention attention(12, 3, 0.0);
    randomise(attention);
    const core::TokenLayout layout(paddedBatch({5, 1, 7, 2}, 7));
    const torch::Tensor tokens = torch::randn({15, 12});
    const auto opened = attention->open(tokens, layout);
    QVERIFY(rounding::agree(attention(tokens, layout), opened.output, rounding::kSum));
    QCOMPARE(opened.weights.sizes().vec(), (std::vector<int64_t>{4, 3, 7, 7}));
    QVERIFY(rounding::agree(opened.weights.sum(3), torch::ones({4, 3, 7}), rounding::kLayer));
    QCOMPARE(opened.weights[3].narrow(2, 2, 5).abs().max().item<float>(), 0.0F);
}

void AttentionTest::gradientsOfTheQuickFormAreRight()
{
    torch::manual_seed(3);
    core::MultiHeadAttention attention(12, 3, 0.0);
    randomise(attention);
    const core::TokenLayout layout(paddedBatch({5, 1, 7, 2}, 7));
    const torch::Tensor weights = torch::randn({15, 12});
    std::vector<std::vector<torch::Tensor>> gradients;
    for (const bool quick : {true, false}) {
        torch::manual_seed(4);
        const torch::Tensor tokens = torch::randn({15, 12}).requires_grad_();
        attention->zero_grad(true);
        const torch::Tensor output
            = quick ? attention(tokens, layout) : attention->open(tokens, layout).output;
        (output * weights).sum().backward();
        gradients.push_back({tokens.grad()});
        for (const torch::Tensor& parameter : attention->parameters())
            gradients.back().push_back(parameter.grad().clone());
    }
    for (size_t i = 0; i < gradients[0].size(); ++i)
        QVERIFY(rounding::agree(gradients[0][i], gradients[1][i], rounding::kLayer));
}

/// Other types than float32 take LibTorch's fused kernels from its version 2 on, as CUDA does.
void AttentionTest::doublePrecisionAgrees()
{
    torch::manual_seed(6);
    core::MultiHeadAttention attention(12, 3, 0.0);
    randomise(attention);
    const core::TokenLayout layout(paddedBatch({5, 1, 7, 2}, 7));
    const core::TokenLayout memoryLayout(paddedBatch({3, 6, 1, 4}, 6));
    const torch::Tensor tokens = torch::randn({15, 12}), memory = torch::randn({14, 12});
    const torch::Tensor whole = tokens.to(torch::kFloat64).requires_grad_();
    const torch::Tensor wholeMemory = memory.to(torch::kFloat64);
    const auto check = [&](const torch::Tensor& quick, const auto& run, const auto& open) {
        attention->to(torch::kFloat64);
        const torch::Tensor output = run(), opened = open();
        QVERIFY(rounding::agree(output, quick.to(torch::kFloat64), rounding::kLayer));
        QVERIFY(rounding::distance(output, opened) < 1e-12);
        const auto slope = [&](const torch::Tensor& of) {
            return torch::autograd::grad({of.pow(2).sum()}, {whole})[0];
        };
        QVERIFY(rounding::distance(slope(output), slope(opened)) < 1e-10);
        attention->to(torch::kFloat32);
    };
    for (const core::Sight sight : {core::Sight::All, core::Sight::Past})
        check(
            attention(tokens, layout, sight), [&] { return attention(whole, layout, sight); },
            [&] { return attention->open(whole, layout, sight).output; });
    check(
        attention->across(tokens, layout, memory, memoryLayout),
        [&] { return attention->across(whole, layout, wholeMemory, memoryLayout); },
        [&] { return attention->openAcross(whole, layout, wholeMemory, memoryLayout).output; });
}

void AttentionTest::dropoutOfWeightsRepeatsInBackward()
{
    // With a fixed mask the output is linear in the values: f(v) = f'(v) v. Only the same mask in
    // backward makes that so. Zero queries keep the weights apart from the values.
    torch::manual_seed(5);
    core::MultiHeadAttention attention(8, 2, 0.4);
    {
        const torch::NoGradGuard noGradient;
        auto parameters = attention->named_parameters();
        parameters["in_proj_weight"].narrow(0, 0, 8).zero_();
        parameters["in_proj_bias"].zero_();
        parameters["out_proj.bias"].zero_();
    }
    const core::TokenLayout layout(paddedBatch({6, 3}, 6));
    const torch::Tensor tokens = torch::randn({9, 8}).requires_grad_();
    const torch::Tensor factors = torch::randn({9, 8});
    const torch::Tensor sum = (attention(tokens, layout) * factors).sum();
    sum.backward();
    QVERIFY(std::abs((tokens.grad() * tokens).sum().item<double>() - sum.item<double>()) < 1e-4);
    const torch::Tensor again = (attention(tokens, layout) * factors).sum();
    QVERIFY(std::abs(again.item<double>() - sum.item<double>()) > 1e-4);
    attention->eval();
    QVERIFY(torch::equal(attention(tokens, layout), attention(tokens, layout)));
}

void AttentionTest::aTextIsIndependentOfItsBatch()
{
    torch::manual_seed(6);
    core::MultiHeadAttention attention(12, 3, 0.0);
    const torch::Tensor tokens = torch::randn({11, 12});
    const core::TokenLayout together(paddedBatch({5, 6}, 8));
    const core::TokenLayout alone(paddedBatch({6}, 6));
    const torch::Tensor joint = attention(tokens, together).narrow(0, 5, 6);
    const torch::Tensor single = attention(tokens.narrow(0, 5, 6), alone);
    QVERIFY(rounding::agree(joint, single, rounding::kSum));
}

void AttentionTest::refusesHeadsThatDoNotDivide()
{
    QVERIFY_THROWS_EXCEPTION(core::Error, core::MultiHeadAttention(10, 3, 0.0));
}

void AttentionTest::preNormLayerIsItsEquation()
{
    torch::manual_seed(7);
    core::TransformerOptions options;
    options.features = 6;
    options.heads = 2;
    options.feedForwardSize = 5;
    options.norm = core::NormPlace::Pre;
    core::TransformerLayer layer(options);
    randomise(layer);
    const auto p = layer->named_parameters();
    const core::TokenLayout layout(paddedBatch({4}, 4));
    const torch::Tensor tokens = torch::randn({4, 6});
    const auto norm = [&](const torch::Tensor& x, const std::string& name) {
        const torch::Tensor centred = x - x.mean(1, true);
        return centred / (centred.pow(2).mean(1, true) + 1e-5).sqrt() * p[name + ".weight"]
            + p[name + ".bias"];
    };
    core::MultiHeadAttention attention(6, 2, 0.0);
    {
        const torch::NoGradGuard noGradient;
        for (auto& item : attention->named_parameters())
            item.value().copy_(p["self_attn." + item.key()]);
    }
    const torch::Tensor middle = tokens + attention(norm(tokens, "norm1"), layout);
    const torch::Tensor hidden = torch::relu(
        torch::addmm(p["linear1.bias"], norm(middle, "norm2"), p["linear1.weight"].t()));
    const torch::Tensor expected
        = middle + torch::addmm(p["linear2.bias"], hidden, p["linear2.weight"].t());
    QVERIFY(rounding::agree(layer(tokens, layout), expected, rounding::kNetwork));
}

void AttentionTest::rezeroStartsAsTheIdentity()
{
    core::TransformerOptions options;
    options.features = 6;
    options.heads = 3;
    options.feedForwardSize = 5;
    options.layers = 3;
    options.norm = core::NormPlace::ReZero;
    core::TransformerEncoder encoder(options);
    const core::TokenLayout layout(paddedBatch({4, 2}, 4));
    const torch::Tensor tokens = torch::randn({6, 6});
    QVERIFY(torch::equal(encoder(tokens, layout), tokens));
}

UNROLL_TEST(AttentionTest, QCoreApplication)
#include "attention_test.moc"
