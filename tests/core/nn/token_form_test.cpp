#include "core/base/error.h"
#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/token_layout.h"
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
    void dropoutMaskDependsOnTheToken();
    void neighboursAreDroppedIndependently();
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

/// Whatever the form of a tensor and however long its padding is.
void TokenFormTest::dropoutMaskDependsOnTheToken()
{
    const core::SequenceBatch batch = idsOf({2, 1, 4, 3}, 5);
    const core::TokenLayout layout(batch);
    const auto byStep = c10::make_intrusive<core::PackedLayout>(batch.lengths, 5);
    const auto drawn = [](int64_t firstText, const auto& drop) {
        core::seedBatch(6, firstText);
        return drop();
    };
    const torch::Tensor padded = drawn(0, [&] {
        return layout.unpack(layout.pack(core::dropOut(torch::ones({4, 5, 70}), 0.4)));
    });
    const torch::Tensor ones = torch::ones({layout.tokens(), 70});
    QVERIFY(torch::equal(
        padded, drawn(0, [&] { return layout.unpack(core::dropOut(ones, 0.4, layout.marks())); })));
    QVERIFY(torch::equal(padded, drawn(0, [&] {
                             return core::unpackTokens(core::dropOut(ones, 0.4, byStep->marks()),
                                                       byStep);
                         })));
    // The last two texts alone, as another process has them.
    QVERIFY(
        torch::equal(padded.narrow(0, 2, 2).narrow(1, 0, 4), drawn(2, [&] {
                         const core::TokenLayout part(idsOf({4, 3}, 4));
                         return part.unpack(core::dropOut(torch::ones({7, 70}), 0.4, part.marks()));
                     })));
    QVERIFY(!torch::equal(
        padded, drawn(1, [&] { return layout.unpack(core::dropOut(ones, 0.4, layout.marks())); })));
    core::seedBatch(6, 2);
    const torch::Tensor locked = core::lockedDropOut(torch::ones({2, 4, 70}), 0.4);
    core::seedBatch(6, 0);
    QVERIFY(torch::equal(
        locked.select(1, 3),
        core::lockedDropOut(torch::ones({4, 9, 70}), 0.4).narrow(0, 2, 2).select(1, 0)));
    const torch::Tensor numbers = drawn(2, [] { return core::uniformOf(core::marksOfTexts(2)); });
    QVERIFY(torch::equal(
        numbers, drawn(0, [] { return core::uniformOf(core::marksOfTexts(4)); }).narrow(0, 2, 2)));
    core::seedBatch(0, 0);
}

/// Eight neighbours along each axis, and eight masks drawn one after another, take each of their
/// 256 patterns equally often: chi-square, which has a mean of 255 and a deviation of 22.6.
void TokenFormTest::neighboursAreDroppedIndependently()
{
    core::seedBatch(7, 0);
    std::vector<torch::Tensor> masks;
    for (int mask = 0; mask < 8; ++mask)
        masks.push_back(core::dropOut(torch::ones({64, 64, 64}), 0.5).gt(0).to(torch::kInt64));
    const torch::Tensor all = torch::stack(masks); // [mask, text, place, feature]
    for (int64_t axis = 0; axis < 4; ++axis) {
        const torch::Tensor bits = all.movedim(axis, 3).reshape({-1, 8});
        const torch::Tensor pattern
            = bits.matmul(torch::tensor({1, 2, 4, 8, 16, 32, 64, 128}, torch::kInt64));
        const double expected = static_cast<double>(pattern.numel()) / 256.0;
        const double chiSquare
            = ((pattern.bincount({}, 256).to(torch::kFloat64) - expected).square() / expected)
                  .sum()
                  .item<double>();
        QVERIFY2(std::abs(chiSquare - 255.0) < 5 * 22.6,
                 qPrintable(u"axis %1: %2"_s.arg(axis).arg(chiSquare)));
    }
    for (const double probability : {0.02, 0.1, 0.9}) {
        const double kept = core::dropOut(torch::ones({1000, 1000}), probability)
                                .gt(0)
                                .to(torch::kFloat64)
                                .mean()
                                .item<double>();
        QVERIFY(std::abs(kept - (1.0 - probability)) < 0.002);
    }
    const torch::Tensor numbers = core::uniformOf(core::marksOfTexts(100000));
    QVERIFY(std::abs(numbers.mean().item<double>() - 0.5) < 0.004);
    QVERIFY(numbers.min().item<double>() >= 0.0 && numbers.max().item<double>() < 1.0);
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
