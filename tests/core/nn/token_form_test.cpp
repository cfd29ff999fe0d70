#include "core/base/error.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/kernels/dropout_mask.h"
#include "core/nn/kernels/row_gradient.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/positions.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

/// The packed form of a batch, and the layers that treat each token by itself.
class TokenFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void packsWithoutPaddingAndUnpacksWithZeros();
    void packingIsDifferentiable();
    void refusesLengthsOutsideTheBatch();
    void embeddingStartsAsInTorch();
    void embeddingAddsUpGradientsAndLeavesPaddingAlone();
    void aLargeTableNamesTheRowsThatWereUsed();
    void sumsOverALargeTableNameTheRowsThatWereUsed();
    void sumsAreThoseOfTheVectors();
    void dropoutKeepsTheMeanAndRepeatsInBackward();
    void dropoutFollowsTheDefaultGenerator();
    void dropoutMaskDependsOnPlaceAlone();
    void sinusoidsAreTheFormula();
    void learnedPositionsReachTheirGradient();
    void textsBeyondLearnedPositionsAreRefused();
};

namespace {

core::SequenceBatch idsOf(const std::vector<int64_t>& lengths, int64_t length)
{
    core::SequenceBatch batch;
    batch.lengths = torch::tensor(at::ArrayRef<int64_t>(lengths), torch::kInt64);
    batch.ids = torch::zeros({static_cast<int64_t>(lengths.size()), length}, torch::kInt64);
    return batch;
}

} // namespace

void TokenFormTest::packsWithoutPaddingAndUnpacksWithZeros()
{
    const core::TokenLayout layout(idsOf({2, 1, 3}, 4));
    const torch::Tensor padded = torch::arange(12).view({3, 4});
    const torch::Tensor packed = layout.pack(padded);
    QVERIFY(torch::equal(packed, torch::tensor({0, 1, 4, 8, 9, 10}, torch::kInt64)));
    QVERIFY(torch::equal(layout.places(), torch::tensor({0, 1, 0, 0, 1, 2}, torch::kInt64)));
    QCOMPARE(layout.offsets(), (std::vector<int64_t>{0, 2, 3, 6}));
    const torch::Tensor back = layout.unpack(packed.to(torch::kFloat32).unsqueeze(1));
    QVERIFY(torch::equal(
        back.squeeze(2),
        torch::tensor(
            {{0.0F, 1.0F, 0.0F, 0.0F}, {4.0F, 0.0F, 0.0F, 0.0F}, {8.0F, 9.0F, 10.0F, 0.0F}})));
}

void TokenFormTest::packingIsDifferentiable()
{
    const core::TokenLayout layout(idsOf({2, 3}, 4));
    const torch::Tensor padded = torch::randn({2, 4, 5}).requires_grad_();
    const torch::Tensor factors = torch::randn({5, 5});
    (layout.pack(padded) * factors).sum().backward();
    QVERIFY(torch::equal(padded.grad(), layout.unpack(factors)));

    const torch::Tensor packed = torch::randn({5, 5}).requires_grad_();
    const torch::Tensor paddedFactors = torch::randn({2, 4, 5});
    (layout.unpack(packed) * paddedFactors).sum().backward();
    QVERIFY(torch::equal(packed.grad(), layout.pack(paddedFactors)));
}

void TokenFormTest::refusesLengthsOutsideTheBatch()
{
    QVERIFY_THROWS_EXCEPTION(core::Error, core::TokenLayout(idsOf({2, 5}, 4)));
    QVERIFY_THROWS_EXCEPTION(core::Error, core::TokenLayout(idsOf({2, 0}, 4)));
}

void TokenFormTest::embeddingStartsAsInTorch()
{
    torch::manual_seed(1);
    core::Embedding embedding(2001, 10);
    QCOMPARE(embedding->weight[0].abs().sum().item<float>(), 0.0F);
    const torch::Tensor drawn = embedding->weight.narrow(0, 1, 2000);
    QVERIFY(std::abs(drawn.mean().item<double>()) < 0.03);
    QVERIFY(std::abs(drawn.std().item<double>() - 1.0) < 0.03);
}

void TokenFormTest::embeddingAddsUpGradientsAndLeavesPaddingAlone()
{
    torch::manual_seed(2);
    core::Embedding embedding(5, 3);
    const torch::Tensor ids = torch::tensor({{4, 2, 0}, {2, 2, 0}}, torch::kInt64);
    const torch::Tensor factors = torch::randn({2, 3, 3});
    (embedding(ids) * factors).sum().backward();
    torch::Tensor expected = torch::zeros({5, 3});
    expected[4] = factors[0][0];
    expected[2] = factors[0][1] + factors[1][0] + factors[1][1];
    QVERIFY((embedding->weight.grad() - expected).abs().max().item<double>() < 1e-6);
    QVERIFY(torch::equal(embedding(ids)[1][0], embedding->weight[2]));
}

void TokenFormTest::aLargeTableNamesTheRowsThatWereUsed()
{
    torch::manual_seed(4);
    constexpr int64_t kRows = 3001, kFeatures = 30;
    core::Embedding embedding(kRows, kFeatures);
    const torch::Tensor ids = torch::tensor({2999, 17, 0, 2999, 17, 3000, 1}, torch::kInt64);
    const torch::Tensor factors = torch::randn({7, kFeatures});
    torch::Tensor expected = torch::zeros({kRows, kFeatures}).index_add_(0, ids, factors);
    expected[0].zero_();
    const auto gradient = [&](const torch::Tensor& sum) {
        embedding->weight.mutable_grad() = torch::Tensor();
        sum.backward();
        return core::orderedRows(embedding->weight.grad());
    };
    const torch::Tensor once = gradient((embedding(ids) * factors).sum());
    QVERIFY(
        torch::equal(once._indices().view(-1), torch::tensor({1, 17, 2999, 3000}, torch::kInt64)));
    QVERIFY((once.to_dense() - expected).abs().max().item<double>() < 1e-6);
    // Two uses of one table, and a use beside the whole table, as with tied weights.
    const torch::Tensor twice
        = gradient((embedding(ids) * factors).sum() + (embedding(ids.narrow(0, 0, 2)) * 2.0).sum());
    expected[2999] += 2.0;
    expected[17] += 2.0;
    QVERIFY(core::hasRows(twice));
    QCOMPARE(twice._indices().numel(), int64_t{4});
    QVERIFY((twice.to_dense() - expected).abs().max().item<double>() < 1e-6);
    const torch::Tensor tied = embedding(ids.narrow(0, 1, 1)).matmul(embedding->weight.t()).sum();
    embedding->weight.mutable_grad() = torch::Tensor();
    tied.backward();
    torch::Tensor wanted = embedding->weight.detach()[17].repeat({kRows, 1});
    wanted[17] += embedding->weight.detach().sum(0);
    QVERIFY(!embedding->weight.grad().is_sparse());
    QVERIFY((embedding->weight.grad() - wanted).abs().max().item<double>() < 1e-3);
}

void TokenFormTest::sumsOverALargeTableNameTheRowsThatWereUsed()
{
    constexpr int64_t kRows = 2500, kFeatures = 28;
    core::Embedding embedding(kRows, kFeatures);
    const torch::Tensor ids = torch::tensor({5, 2400, 5, 0, 9}, torch::kInt64);
    const torch::Tensor sums = embedding->sums(ids, torch::tensor({0, 2}, torch::kInt64));
    const torch::Tensor factors = torch::randn({2, kFeatures});
    (sums * factors).sum().backward();
    torch::Tensor expected = torch::zeros({kRows, kFeatures});
    expected[5] = factors[0] + factors[1];
    expected[2400] = factors[0];
    expected[9] = factors[1];
    QVERIFY(core::hasRows(embedding->weight.grad()));
    QVERIFY((embedding->weight.grad().to_dense() - expected).abs().max().item<double>() < 1e-6);
}

void TokenFormTest::sumsAreThoseOfTheVectors()
{
    torch::manual_seed(3);
    core::Embedding embedding(7, 3);
    const torch::Tensor ids = torch::tensor({1, 6, 6, 0, 2}, torch::kInt64);
    const torch::Tensor sums = embedding->sums(ids, torch::tensor({0, 3, 4}, torch::kInt64));
    const torch::Tensor& w = embedding->weight;
    QVERIFY((sums[0] - (w[1] + 2 * w[6])).abs().max().item<double>() < 1e-6);
    QCOMPARE(sums[1].abs().max().item<float>(), 0.0F);
    QVERIFY((sums[2] - w[2]).abs().max().item<double>() < 1e-6);
    sums.sum().backward();
    QVERIFY(torch::equal(w.grad().select(1, 0),
                         torch::tensor({0.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F, 2.0F})));
}

void TokenFormTest::dropoutKeepsTheMeanAndRepeatsInBackward()
{
    torch::manual_seed(4);
    const torch::Tensor input = torch::ones({400, 500}).requires_grad_();
    const torch::Tensor output = core::dropOut(input, 0.3);
    QVERIFY(std::abs(output.mean().item<double>() - 1.0) < 0.01);
    const torch::Tensor kept = output.gt(0);
    QVERIFY(std::abs(kept.to(torch::kFloat32).mean().item<double>() - 0.7) < 0.005);
    // Neighbours, along both axes, are dropped independently of each other.
    const torch::Tensor k = kept.to(torch::kFloat32);
    const double along = (k.narrow(1, 0, 499) * k.narrow(1, 1, 499)).mean().item<double>();
    const double across = (k.narrow(0, 0, 399) * k.narrow(0, 1, 399)).mean().item<double>();
    QVERIFY(std::abs(along - 0.49) < 0.006);
    QVERIFY(std::abs(across - 0.49) < 0.006);
    output.sum().backward();
    QVERIFY(torch::equal(input.grad(), output));
    QVERIFY(core::dropOut(input, 0.0).is_same(input));
}

void TokenFormTest::dropoutFollowsTheDefaultGenerator()
{
    const torch::Tensor input = torch::ones({1000});
    torch::manual_seed(5);
    const torch::Tensor first = core::dropOut(input, 0.5);
    const torch::Tensor second = core::dropOut(input, 0.5);
    torch::manual_seed(5);
    QVERIFY(torch::equal(core::dropOut(input, 0.5), first));
    QVERIFY(!torch::equal(first, second));
}

void TokenFormTest::dropoutMaskDependsOnPlaceAlone()
{
    // In parts, across the border at which the key changes, as in one piece.
    constexpr int64_t kCount = (int64_t{1} << 24) + 100;
    const torch::Tensor input = torch::ones({kCount});
    torch::Tensor whole = torch::empty({kCount});
    torch::Tensor parts = torch::empty({kCount});
    const core::DropoutMask mask{0.25, 0x123456789abcdefULL};
    core::applyDropout(whole.data_ptr<float>(), input.data_ptr<float>(), kCount, mask);
    const int64_t cut = kCount - 150;
    core::applyDropout(parts.data_ptr<float>(), input.data_ptr<float>(), cut, mask);
    core::applyDropout(parts.data_ptr<float>() + cut, input.data_ptr<float>(), 150, mask, cut);
    QVERIFY(torch::equal(whole, parts));
}

void TokenFormTest::sinusoidsAreTheFormula()
{
    const torch::Tensor table = core::sinusoidalPositions(50, 6);
    QCOMPARE(table.sizes().vec(), (std::vector<int64_t>{50, 6}));
    for (const int64_t t : {0, 1, 17, 49})
        for (int64_t j = 0; j < 3; ++j) {
            const double angle = static_cast<double>(t) / std::pow(10000.0, 2.0 * j / 6.0);
            QVERIFY(std::abs(table[t][2 * j].item<double>() - std::sin(angle)) < 1e-6);
            QVERIFY(std::abs(table[t][2 * j + 1].item<double>() - std::cos(angle)) < 1e-6);
        }
    QVERIFY_THROWS_EXCEPTION(core::Error, core::sinusoidalPositions(5, 7));
}

void TokenFormTest::learnedPositionsReachTheirGradient()
{
    core::Positions positions(core::PositionKind::Learned, 5, 3);
    const core::TokenLayout layout(idsOf({2, 3}, 7)); // padded beyond the table
    const torch::Tensor found = positions(layout);
    const torch::Tensor weight = positions->parameters()[0];
    QVERIFY(torch::equal(found, weight.index_select(0, layout.places())));
    found.sum().backward();
    QVERIFY(
        torch::equal(weight.grad().select(1, 1), torch::tensor({2.0F, 2.0F, 1.0F, 0.0F, 0.0F})));
}

void TokenFormTest::textsBeyondLearnedPositionsAreRefused()
{
    core::Positions positions(core::PositionKind::Learned, 5, 3);
    QVERIFY_THROWS_EXCEPTION(core::Error, positions(core::TokenLayout(idsOf({6}, 6))));
    core::Positions endless(core::PositionKind::Sinusoidal, 5, 4);
    QCOMPARE(endless(core::TokenLayout(idsOf({6}, 6))).size(0), 6);
}

UNROLL_TEST(TokenFormTest, QCoreApplication)
#include "token_form_test.moc"
