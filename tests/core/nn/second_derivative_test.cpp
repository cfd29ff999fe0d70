#include "core/base/error.h"
#include "core/model/text_network.h"
#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/kernels/packed_attention.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/crf.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/linear.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/layers/residual_norm.h"
#include "core/nn/layers/stepped_linear.h"
#include "core/nn/tensors.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

/// Gradients of gradients (create_graph): either right or refused, never taken for constants.
class SecondDerivativeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fusedLayersRefuse_data();
    void fusedLayersRefuse();
    void selectionsOfRowsHaveThem_data();
    void selectionsOfRowsHaveThem();
};

namespace {

using torch::Tensor;
using Function = std::function<Tensor(const Tensor&)>;

const core::SequenceBatch& batch()
{
    static const core::SequenceBatch made = made::batchOf({{5, 9, 4, 7}, {6, 2}, {4, 5, 8}});
    return made;
}

/// d/dx of Σ f(x)², with the graph that a second derivative needs.
Tensor slope(const Function& function, const Tensor& input)
{
    return torch::autograd::grad({function(input).pow(2).sum()}, {input}, {},
                                 /*retain_graph=*/c10::nullopt, /*create_graph=*/true)[0];
}

} // namespace

Q_DECLARE_METATYPE(Function)
Q_DECLARE_METATYPE(torch::Tensor)

void SecondDerivativeTest::fusedLayersRefuse_data()
{
    addColumns<Function, Tensor>("function", "input");
    const auto row = [](const char* name, const Tensor& input, const Function& function) {
        newRow(name, function, input.clone());
    };
    torch::manual_seed(4);
    const Tensor rows = torch::randn({9, 12}), weight = torch::randn({12, 12});
    row("dropout", rows, [](const Tensor& x) { return core::dropOut(x, 0.5); });
    row("sums of rows", rows, [](const Tensor& x) {
        core::Embedding embedding(9, 12);
        embedding->weight = x;
        return embedding->sums(torch::tensor({3, 1, 4, 2}), torch::tensor({0, 2}));
    });
    row("linear", torch::randn({4096, 12}),
        [=](const Tensor& x) { return core::linear(x, weight, {}); });
    row("attention", torch::randn({9, 36}), [](const Tensor& x) {
        core::PackedAttentionOptions options;
        options.heads = 2;
        return core::packedSelfAttention(x, core::TokenLayout(batch()), options);
    });
    row("residual norm", rows, [](const Tensor& x) {
        return core::residualNorm(torch::nn::LayerNorm(torch::nn::LayerNormOptions({12})), x, x,
                                  0.0);
    });
    row("recurrent layer", torch::randn({3, 4, 12}), [](const Tensor& x) {
        core::RecurrentOptions options;
        options.cell = &core::torchCell(core::CellKind::Lstm);
        options.inputSize = 12;
        options.hiddenSize = 3;
        return core::Recurrent(options)->forward(x, batch().lengths).output;
    });
    row("tanh scores", torch::randn({3, 4, 12}),
        [](const Tensor& x) { return core::tanhScores(x, x, torch::ones({12})); });
    row("cross-entropy", rows,
        [](const Tensor& x) { return core::labelFit(x, torch::arange(9), 0.1).crossEntropy; });
    row("CRF", rows, [](const Tensor& x) {
        return core::crfLoss(x, torch::arange(9), {0, 4, 9},
                             {torch::ones({12, 12}), torch::ones({12}), torch::ones({12})});
    });
    row("steps of a linear layer", weight, [=](const Tensor& x) {
        const core::SteppedLinear layer(x);
        return layer(rows) + layer(rows);
    });
    row("steps of an embedding", rows, [](const Tensor& x) {
        const core::SteppedLookUp table(x);
        return table(torch::tensor({3, 1})) + table(torch::tensor({2, 2}));
    });
}

void SecondDerivativeTest::fusedLayersRefuse()
{
    QFETCH(Function, function);
    QFETCH(Tensor, input);
    input.requires_grad_();
    function(input).pow(2).sum().backward(); // the first derivative is there
    QVERIFY(input.grad().abs().sum().item<double>() > 0.0);
    QVERIFY(support::contains(support::sentenceOf([&] { slope(function, input); }),
                              "second derivative"));
}

void SecondDerivativeTest::selectionsOfRowsHaveThem_data()
{
    addColumns<Function, Tensor>("function", "input");
    torch::manual_seed(5);
    const auto row = [](const char* name, const Tensor& input, const Function& function) {
        newRow(name, function, input.clone());
    };
    row("embedding", torch::randn({9, 5}), [](const Tensor& x) {
        core::Embedding embedding(9, 5);
        embedding->weight = x;
        return embedding->forward(torch::tensor({3, 1, 3, 2}));
    });
    row("packed tokens", torch::randn({3, 4, 5}),
        [](const Tensor& x) { return core::TokenLayout(batch()).pack(x); });
    row("padded tokens", torch::randn({9, 5}),
        [](const Tensor& x) { return core::TokenLayout(batch()).unpack(x); });
    const auto layout = c10::make_intrusive<core::PackedLayout>(batch().lengths, 4);
    row("packed steps", torch::randn({3, 4, 5}),
        [=](const Tensor& x) { return core::packTokens(x, layout); });
    row("padded steps", torch::randn({9, 5}),
        [=](const Tensor& x) { return core::unpackTokens(x, layout); });
}

/// Σ f(x)² of a selection has the second derivative 2 for each time that a number is selected.
void SecondDerivativeTest::selectionsOfRowsHaveThem()
{
    QFETCH(Function, function);
    QFETCH(Tensor, input);
    input.requires_grad_();
    const Tensor first = slope(function, input);
    const Tensor second = torch::autograd::grad({first.sum()}, {input})[0];
    QVERIFY((second * input - first).abs().max().item<double>() < 1e-5);
    QVERIFY(second.abs().sum().item<double>() > 0.0);
}

UNROLL_TEST(SecondDerivativeTest, QCoreApplication)
#include "second_derivative_test.moc"
