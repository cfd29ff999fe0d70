#include "core/nn/layers/pooling.h"
#include "core/nn/tensors.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

/// Each pooling against numbers worked by hand; what stands at padding changes nothing.
class PoolingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lastIsTheLastTrueToken();
    void lastTakesTheEncodersOwnState();
    void meanIsOverTrueTokens();
    void maximumIsOverTrueTokens();
    void attentionIsItsFormula();
    void paddingChangesNothing_data();
    void paddingChangesNothing();
};

namespace {

std::shared_ptr<core::Pooling> poolingOf(const core::Selection& selection, int64_t features)
{
    return core::poolingRegistry().make(selection, core::PoolingContext{features});
}

/// Two texts of lengths 2 and 3, length 3, two features. Large numbers stand at padding.
core::TokenStates texts()
{
    core::TokenStates encoded;
    encoded.states = torch::tensor({1.0F, -2.0F, 3.0F, -6.0F, 99.0F, 99.0F, //
                                    0.0F, 5.0F, -1.0F, 4.0F, 7.0F, 3.0F})
                         .view({2, 3, 2});
    encoded.lengths = torch::tensor({2, 3}, torch::kInt64);
    encoded.mask = torch::tensor({true, true, false, true, true, true}).view({2, 3});
    return encoded;
}

const core::Selection kLinearAttention{"attention", {{"hidden_size", 0}}};

} // namespace

void PoolingTest::lastIsTheLastTrueToken()
{
    const auto pooled = poolingOf({"last"}, 2)->forward(texts());
    QVERIFY(torch::equal(pooled.vectors, torch::tensor({{3.0F, -6.0F}, {7.0F, 3.0F}})));
    QVERIFY(!pooled.weights.defined());
}

void PoolingTest::lastTakesTheEncodersOwnState()
{
    core::TokenStates encoded = texts();
    encoded.last = torch::tensor({{8.0F, 9.0F}, {10.0F, 11.0F}});
    QVERIFY(torch::equal(poolingOf({"last"}, 2)->forward(encoded).vectors, encoded.last));
}

void PoolingTest::meanIsOverTrueTokens()
{
    const auto pooled = poolingOf({"mean"}, 2)->forward(texts());
    QVERIFY(rounding::agree(pooled.vectors, torch::tensor({{2.0F, -4.0F}, {2.0F, 4.0F}}),
                            rounding::kSum));
}

void PoolingTest::maximumIsOverTrueTokens()
{
    const auto pooled = poolingOf({"maximum"}, 2)->forward(texts());
    QVERIFY(torch::equal(pooled.vectors, torch::tensor({{3.0F, -2.0F}, {7.0F, 5.0F}})));
}

void PoolingTest::attentionIsItsFormula()
{
    const auto linear = poolingOf(kLinearAttention, 2);
    {
        const torch::NoGradGuard noGradient;
        linear->parameters()[0].copy_(torch::tensor({{std::log(2.0F), 0.0F}}));
    }
    // Scores of the first text: 1 ln 2 and 3 ln 2, so weights 2 : 8.
    const auto pooled = linear->forward(texts());
    QVERIFY(rounding::agree(pooled.weights[0], torch::tensor({0.2F, 0.8F, 0.0F}), rounding::kSum));
    QVERIFY(rounding::agree(pooled.vectors[0], torch::tensor({2.6F, -5.2F}), rounding::kSum));
    QCOMPARE(linear->parameters().size(), size_t{1});

    torch::manual_seed(1);
    const auto deep = poolingOf({"attention", {{"hidden_size", 3}}}, 2);
    const auto p = deep->named_parameters();
    const torch::Tensor text = texts().states[1]; // [3, 2]
    const torch::Tensor scores
        = torch::tanh(text.mm(p["hidden.weight"].t()) + p["hidden.bias"]).mm(p["score.weight"].t());
    const torch::Tensor expected = (scores.softmax(0) * text).sum(0);
    QVERIFY(rounding::agree(deep->forward(texts()).vectors[1], expected, rounding::kLayer));
}

void PoolingTest::paddingChangesNothing_data()
{
    addColumns<int, QString>("hidden", "kind");
    newRow("last", -1, "last");
    newRow("mean", -1, "mean");
    newRow("maximum", -1, "maximum");
    newRow("attention", 0, "attention");
    newRow("attention with a hidden layer", 4, "attention");
    newRow("hard attention", 4, "hard_attention");
    newRow("straight-through", 0, "straight_through");
}

void PoolingTest::paddingChangesNothing()
{
    QFETCH(int, hidden);
    QFETCH(QString, kind);
    torch::manual_seed(2);
    core::Selection selection{kind.toStdString()};
    if (hidden >= 0)
        selection.options["hidden_size"] = hidden;
    const auto pooling = poolingOf(selection, 2);
    pooling->eval();
    core::TokenStates encoded = texts();
    encoded.states.requires_grad_();
    const torch::Tensor before = pooling->forward(encoded).vectors;
    before.sum().backward();
    QCOMPARE(encoded.states.grad()[0][2].abs().max().item<float>(), 0.0F);

    core::TokenStates changed = texts();
    changed.states[0][2].fill_(-1e6F);
    QVERIFY(torch::equal(pooling->forward(changed).vectors, before));
}

UNROLL_TEST(PoolingTest, QCoreApplication)
#include "pooling_test.moc"
