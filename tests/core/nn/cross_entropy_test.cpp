#include "core/nn/layers/cross_entropy.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Result {
    torch::Tensor sum, gradient;
};

/// LibTorch's own in double precision.
Result exactFit(const torch::Tensor& logits, const torch::Tensor& labels, double smoothing)
{
    namespace F = torch::nn::functional;
    const torch::Tensor leaf = logits.detach().to(torch::kFloat64).set_requires_grad(true);
    const torch::Tensor sum = F::cross_entropy(
        leaf, labels,
        F::CrossEntropyFuncOptions().reduction(torch::kSum).label_smoothing(smoothing));
    sum.backward();
    return {sum.detach(), leaf.grad()};
}

Result quickFit(const torch::Tensor& logits, const torch::Tensor& labels, double smoothing)
{
    const torch::Tensor leaf = logits.detach().clone().set_requires_grad(true);
    const torch::Tensor sum = core::labelFit(leaf, labels, smoothing).crossEntropy;
    sum.backward();
    return {sum.detach(), leaf.grad()};
}

} // namespace

/// One pass over the logits beside LibTorch's several in double precision.
class CrossEntropyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(11); }
    void cleanup() { core::setComputeThreads(1); }

    void valuesAndGradientsAreThoseOfLibTorch_data()
    {
        addColumns<int, int, double>("rows", "classes", "smoothing");
        for (const double smoothing : {0.0, 0.1, 1.0}) {
            addRow("one class, ε = %g", smoothing) << 3 << 1 << smoothing;
            addRow("fewer classes than lanes, ε = %g", smoothing) << 7 << 5 << smoothing;
            addRow("whole vectors, ε = %g", smoothing) << 5 << 64 << smoothing;
            addRow("several chunks of rows, ε = %g", smoothing) << 205 << 33 << smoothing;
            addRow("a vocabulary, ε = %g", smoothing) << 11 << 8003 << smoothing;
        }
    }
    void valuesAndGradientsAreThoseOfLibTorch()
    {
        QFETCH(int, rows);
        QFETCH(int, classes);
        QFETCH(double, smoothing);
        const torch::Tensor logits = 4.0 * torch::randn({rows, classes});
        const torch::Tensor labels = torch::randint(classes, {rows}, torch::kInt64);
        const Result wanted = exactFit(logits, labels, smoothing);
        const Result got = quickFit(logits, labels, smoothing);
        QCOMPARE(got.sum.scalar_type(), torch::kFloat32);
        // A row is summed in four parts or more.
        const int64_t roundings = classes / 4 + rounding::kSum;
        QVERIFY(rounding::agree(got.sum, wanted.sum, roundings + rows));
        QVERIFY(rounding::agree(got.gradient, wanted.gradient, roundings));
    }

    void threeClassesWorkedByHand()
    {
        const torch::Tensor logits
            = torch::tensor({{std::log(1.0F), std::log(2.0F), std::log(5.0F)}});
        const torch::Tensor labels = torch::tensor({1}, torch::kInt64);
        // Probabilities 1/8, 2/8, 5/8; with ε = 0.3 the target is 0.1, 0.8, 0.1.
        const Result got = quickFit(logits, labels, 0.3);
        const double wanted = -0.1 * std::log(0.125) - 0.8 * std::log(0.25) - 0.1 * std::log(0.625);
        QVERIFY(std::abs(got.sum.item<double>() - wanted) < 1e-6);
        QVERIFY(
            rounding::agree(got.gradient, torch::tensor({{0.025, -0.55, 0.525}}), rounding::kSum));
    }

    void theIncomingGradientScales()
    {
        const torch::Tensor logits = torch::randn({9, 21});
        const torch::Tensor labels = torch::randint(21, {9}, torch::kInt64);
        const torch::Tensor leaf = logits.clone().set_requires_grad(true);
        (core::labelFit(leaf, labels, 0.2).crossEntropy / -9.0).backward();
        QVERIFY(rounding::agree(leaf.grad(), exactFit(logits, labels, 0.2).gradient / -9.0,
                                rounding::kOperation));
    }

    void largeLogitsNeitherOverflowNorLoseTheLoss()
    {
        const torch::Tensor logits
            = torch::tensor({{3e38F, -3e38F, 0.0F}, {1e4F, 1e4F, -kInfinity}});
        const torch::Tensor labels = torch::tensor({0, 1}, torch::kInt64);
        const Result got = quickFit(logits, labels, 0.0);
        QVERIFY(std::abs(got.sum.item<double>() - std::log(2.0)) < 1e-6);
        const torch::Tensor wanted = torch::tensor({{0.0, 0.0, 0.0}, {0.5, -0.5, 0.0}});
        QVERIFY(rounding::agree(got.gradient, wanted, rounding::kSum));
    }

    void logitsThatStandApartInMemoryAreRead()
    {
        const torch::Tensor wide = torch::randn({31, 2 * 6});
        const torch::Tensor labels = torch::randint(31, {6}, torch::kInt64);
        const torch::Tensor logits = wide.t().slice(0, 0, 12, 2); // [6, 31]
        const Result wanted = exactFit(logits, labels, 0.1), got = quickFit(logits, labels, 0.1);
        QVERIFY(rounding::agree(got.sum, wanted.sum, rounding::kLayer));
        QVERIFY(rounding::agree(got.gradient, wanted.gradient, rounding::kSum));
    }

    void rowsWithoutLabelCountForNothing()
    {
        const torch::Tensor logits = torch::randn({4, 19});
        const torch::Tensor labels = torch::tensor({3, -100, 18, -100}, torch::kInt64);
        for (const double smoothing : {0.0, 0.25}) {
            const Result wanted = exactFit(logits, labels, smoothing);
            const Result got = quickFit(logits, labels, smoothing);
            QVERIFY(rounding::agree(got.sum, wanted.sum, rounding::kLayer));
            QVERIFY(rounding::agree(got.gradient, wanted.gradient, rounding::kSum));
        }
        QCOMPARE(
            quickFit(torch::empty({0, 5}), torch::empty({0}, torch::kInt64), 0.1).sum.item<float>(),
            0.0F);
    }

    void aLabelThatIsNoClassIsAnError()
    {
        for (const int64_t label : {-1, 6}) {
            const torch::Tensor labels = torch::tensor(std::vector<int64_t>{2, label});
            QVERIFY_EXCEPTION_THROWN(core::labelFit(torch::zeros({2, 6}), labels, 0.0),
                                     core::Error);
        }
    }

    void rightRowsAreThoseOfArgmax()
    {
        const torch::Tensor labels = torch::randint(9, {305}, torch::kInt64);
        const torch::Tensor logits = torch::randn({305, 9});
        const auto wanted = logits.argmax(1).eq(labels).sum().item<int64_t>();
        QVERIFY(wanted > 10 && wanted < 100);
        for (const torch::ScalarType type : {torch::kFloat32, torch::kFloat64}) {
            const torch::Tensor correct = core::labelFit(logits.to(type), labels, 0.1).correct;
            QCOMPARE(correct.scalar_type(), torch::kInt64);
            QVERIFY(!correct.requires_grad());
            QCOMPARE(correct.item<int64_t>(), wanted);
        }
    }

    void amongEqualLogitsOnlyTheFirstIsRight()
    {
        const torch::Tensor logits = torch::tensor(
            {{1.0F, 3.0F, 3.0F}, {1.0F, 3.0F, 3.0F}, {0.0F, 0.0F, 0.0F}, {5.0F, 1.0F, 2.0F}});
        const torch::Tensor labels = torch::tensor({1, 2, 0, -100}, torch::kInt64);
        QCOMPARE(core::labelFit(logits, labels, 0.0).correct.item<int64_t>(), 2);
    }

    void halfPrecisionIsWidened()
    {
        const torch::Tensor logits = torch::randn({4, 6}).to(torch::kBFloat16);
        const torch::Tensor labels = torch::tensor({0, 5, 2, 3}, torch::kInt64);
        const Result got = quickFit(logits, labels, 0.0);
        QCOMPARE(got.sum.scalar_type(), torch::kFloat32);
        QVERIFY(rounding::agree(got.sum, exactFit(logits, labels, 0.0).sum, rounding::kLayer));
        QCOMPARE(got.gradient.scalar_type(), torch::kBFloat16);
    }

    void threadsDoNotChangeABit()
    {
        const torch::Tensor logits = 3.0 * torch::randn({407, 90});
        const torch::Tensor labels = torch::randint(90, {407}, torch::kInt64);
        core::setComputeThreads(1);
        const Result alone = quickFit(logits, labels, 0.1);
        core::setComputeThreads(2);
        const Result both = quickFit(logits, labels, 0.1);
        QVERIFY(torch::equal(alone.sum, both.sum));
        QVERIFY(torch::equal(alone.gradient, both.gradient));
    }

    void whatIsNotANumberStaysSo_data()
    {
        addColumns<float, int>("bad", "place");
        for (const int place : {0, 17, 35}) {
            addRow("NaN at %d", place) << std::numeric_limits<float>::quiet_NaN() << place;
            addRow("infinity at %d", place) << kInfinity << place;
        }
    }
    void whatIsNotANumberStaysSo()
    {
        QFETCH(float, bad);
        QFETCH(int, place);
        torch::Tensor logits = torch::randn({3, 36});
        logits[1][place] = bad;
        const Result got = quickFit(logits, torch::tensor({4, 5, 6}, torch::kInt64), 0.1);
        QVERIFY(got.sum.isnan().item<bool>());
        QVERIFY(got.gradient[1].isnan().all().item<bool>());
        QVERIFY(!got.gradient[0].isnan().any().item<bool>());
        QVERIFY(!got.gradient[2].isnan().any().item<bool>());
    }

    void otherTypesGoToLibTorch()
    {
        const torch::Tensor logits = torch::randn({5, 7}, torch::kFloat64);
        const torch::Tensor labels = torch::randint(7, {5}, torch::kInt64);
        const Result got = quickFit(logits, labels, 0.1);
        QCOMPARE(got.sum.scalar_type(), torch::kFloat64);
        QVERIFY(rounding::distance(got.sum, exactFit(logits, labels, 0.1).sum) < 1e-12);
    }

    void logitsGivenUpGiveTheSameAndTakeNoMoreMemory()
    {
        const torch::Tensor given = torch::randn({9, 21});
        const torch::Tensor labels = torch::randint(21, {9}, torch::kInt64);
        const torch::Tensor leaf = given.clone().set_requires_grad(true);
        const torch::Tensor logits = 2.0 * leaf;
        core::labelFit(logits, labels, 0.1, core::Logits::GivenUp).crossEntropy.backward();
        const Result wanted = quickFit(2.0 * given, labels, 0.1);
        QVERIFY(torch::equal(leaf.grad(), 2.0 * wanted.gradient));
        QVERIFY(torch::equal(logits.detach(), wanted.gradient)); // written over them
    }

    void logitsThatAreStillNeededCannotBeGivenUp()
    {
        const torch::Tensor labels = torch::randint(7, {5}, torch::kInt64);
        const torch::Tensor leaf = torch::randn({5, 7}).set_requires_grad(true);
        const torch::Tensor kept = leaf.tanh(); // needs its result for its gradient
        const torch::Tensor sum
            = core::labelFit(kept, labels, 0.0, core::Logits::GivenUp).crossEntropy;
        QVERIFY_EXCEPTION_THROWN(sum.backward(), c10::Error);
        const torch::Tensor twice
            = core::labelFit(2.0 * leaf, labels, 0.0, core::Logits::GivenUp).crossEntropy;
        twice.backward({}, true);
        QVERIFY_EXCEPTION_THROWN(twice.backward(), c10::Error);
    }

    void aSecondDerivativeIsRefused()
    {
        const torch::Tensor logits = torch::randn({5, 7}).set_requires_grad(true);
        const torch::Tensor labels = torch::randint(7, {5}, torch::kInt64);
        const torch::Tensor sum = core::labelFit(logits, labels, 0.0).crossEntropy;
        QVERIFY_EXCEPTION_THROWN(torch::autograd::grad({sum}, {logits}, {}, true, true),
                                 core::Error);
    }
};

UNROLL_TEST(CrossEntropyTest, QCoreApplication)
#include "cross_entropy_test.moc"
