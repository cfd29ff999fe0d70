#include "core/nn/layers/residual_norm.h"

#include "core/base/error.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

using Tensors = std::vector<torch::Tensor>;

/// A norm whose every weight and bias differs.
torch::nn::LayerNorm normOf(int64_t features, double epsilon = 1e-5)
{
    torch::nn::LayerNorm norm(torch::nn::LayerNormOptions({features}).eps(epsilon));
    const torch::NoGradGuard noGradient;
    norm->weight.copy_(1.0 + 0.5 * torch::randn({features}));
    norm->bias.copy_(torch::randn({features}));
    return norm;
}

/// Result and gradients of tokens, added, weight and bias, given dL/d(result).
Tensors quickNorm(torch::nn::LayerNorm norm, const torch::Tensor& tokens,
                  const torch::Tensor& added, const torch::Tensor& gradient, double dropout)
{
    norm->zero_grad();
    const torch::Tensor x = tokens.detach().clone().set_requires_grad(true);
    const torch::Tensor s = added.detach().clone().set_requires_grad(true);
    const torch::Tensor y = core::residualNorm(norm, x, s, dropout);
    y.backward(gradient);
    return {y.detach(), x.grad(), s.grad(), norm->weight.grad().clone(), norm->bias.grad().clone()};
}

/// The same from LibTorch's parts in double precision, and how far roundings may move it; `kept`
/// multiplies `added`.
rounding::Exact exactNorm(const torch::nn::LayerNorm& norm, const torch::Tensor& tokens,
                          const torch::Tensor& added, const torch::Tensor& gradient,
                          const torch::Tensor& kept)
{
    const auto leaf = [](const torch::Tensor& tensor) {
        return tensor.detach().to(torch::kFloat64).set_requires_grad(true);
    };
    const torch::Tensor x = leaf(tokens), s = leaf(added), w = leaf(norm->weight),
                        b = leaf(norm->bias), g = gradient.to(torch::kFloat64);
    // A row's sums, and those of the weights' gradients over all rows.
    const int64_t longestSum = std::max(w.size(0), tokens.numel() / w.size(0));
    return rounding::exactly({x, s, w, b, g}, longestSum, [&] {
        const torch::Tensor y
            = torch::layer_norm(x + s * kept, {w.size(0)}, w, b, norm->options.eps());
        Tensors results{y};
        for (const torch::Tensor& slope : torch::autograd::grad({y}, {x, s, w, b}, {g}))
            results.push_back(slope);
        return results;
    });
}

void compareNorms(const Tensors& found, const rounding::Exact& wanted)
{
    const char* const names[]{"result", "tokens", "added", "weight", "bias"};
    for (size_t i = 0; i < found.size(); ++i)
        QVERIFY2(rounding::agree(found[i], wanted, i, names[i]), names[i]);
}

} // namespace

/// One pass beside LibTorch's parts in double precision.
class ResidualNormTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(5); }
    void cleanup() { core::setComputeThreads(1); }

    void valuesAndGradientsAreThoseOfTheParts_data()
    {
        addColumns<int, int>("rows", "features");
        newRow("one row", 1, 7);
        newRow("fewer features than lanes", 13, 3);
        newRow("whole vectors", 96, 64);
        newRow("over several chunks of rows", 211, 130);
        newRow("wide", 5, 1031);
    }
    void valuesAndGradientsAreThoseOfTheParts()
    {
        QFETCH(int, rows);
        QFETCH(int, features);
        for (const double epsilon : {1e-5, 0.3}) {
            const auto norm = normOf(features, epsilon);
            const torch::Tensor tokens = torch::randn({rows, features});
            const torch::Tensor added = 2.0 * torch::randn({rows, features}) + 1.0;
            const torch::Tensor gradient = torch::randn({rows, features});
            compareNorms(quickNorm(norm, tokens, added, gradient, 0.0),
                         exactNorm(norm, tokens, added, gradient, torch::ones({rows, features})));
        }
    }

    void dropoutDropsWhatDropOutDrops()
    {
        const int64_t rows = 203, features = 37;
        const auto norm = normOf(features);
        const torch::Tensor tokens = torch::randn({rows, features});
        const torch::Tensor added = torch::randn({rows, features});
        const torch::Tensor gradient = torch::randn({rows, features});
        torch::manual_seed(91);
        const torch::Tensor kept = core::dropOut(torch::ones({rows, features}), 0.3);
        const torch::Tensor nextOfParts = torch::rand({3});
        QVERIFY(kept.eq(0.0).any().item<bool>());
        torch::manual_seed(91);
        const Tensors got = quickNorm(norm, tokens, added, gradient, 0.3);
        QVERIFY(torch::equal(torch::rand({3}), nextOfParts));
        compareNorms(got, exactNorm(norm, tokens, added, gradient, kept));
        QVERIFY(got[2].masked_select(kept.eq(0.0)).eq(0.0).all().item<bool>());
    }

    void aRowOfEqualNumbersIsTheBias()
    {
        const auto norm = normOf(21);
        const torch::Tensor result = core::residualNorm(norm, torch::full({2, 21}, 3.5F),
                                                        torch::full({2, 21}, -1.5F), 0.0);
        QVERIFY(rounding::agree(result, norm->bias.expand({2, 21}), rounding::kSum));
    }

    void leadingSizesAreKept()
    {
        const auto norm = normOf(6);
        const torch::Tensor tokens = torch::randn({4, 3, 6}), added = torch::randn({4, 3, 6});
        const torch::Tensor gradient = torch::randn({4, 3, 6});
        const Tensors got = quickNorm(norm, tokens, added, gradient, 0.0);
        QCOMPARE(got[0].sizes(), tokens.sizes());
        compareNorms(got, exactNorm(norm, tokens, added, gradient, torch::ones({4, 3, 6})));
    }

    void threadsDoNotChangeABit()
    {
        const auto norm = normOf(70);
        const torch::Tensor tokens = torch::randn({430, 70}), added = torch::randn({430, 70});
        const torch::Tensor gradient = torch::randn({430, 70});
        const auto with = [&](int threads) {
            core::setComputeThreads(threads);
            torch::manual_seed(8);
            return quickNorm(norm, tokens, added, gradient, 0.2);
        };
        const Tensors alone = with(1), both = with(2);
        for (size_t i = 0; i < alone.size(); ++i)
            QVERIFY(torch::equal(alone[i], both[i]));
    }

    void whatIsNotANumberStaysSo()
    {
        const auto norm = normOf(19);
        for (const float bad :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            torch::Tensor added = torch::randn({5, 19});
            added[3][18] = bad;
            const Tensors got
                = quickNorm(norm, torch::randn({5, 19}), added, torch::ones({5, 19}), 0.0);
            for (const size_t which : {0, 1, 2}) {
                QVERIFY(got[which][3].isnan().all().item<bool>());
                QVERIFY(!got[which][2].isnan().any().item<bool>());
            }
            QVERIFY(got[3].isnan().all().item<bool>());
        }
    }

    void otherTypesAreDerivedTwice()
    {
        torch::nn::LayerNorm norm = normOf(8);
        norm->to(torch::kFloat64);
        const torch::Tensor tokens = torch::randn({3, 8}, torch::kFloat64).set_requires_grad(true);
        const torch::Tensor sum
            = core::residualNorm(norm, tokens, tokens * tokens, 0.0).square().sum();
        const Tensors first = torch::autograd::grad({sum}, {tokens}, {}, true, true);
        QVERIFY(first[0].requires_grad());
    }

    void aSecondDerivativeIsRefused()
    {
        const torch::Tensor tokens = torch::randn({3, 8}).set_requires_grad(true);
        const torch::Tensor sum = core::residualNorm(normOf(8), tokens, tokens, 0.0).sum();
        QVERIFY_EXCEPTION_THROWN(torch::autograd::grad({sum}, {tokens}, {}, true, true),
                                 core::Error);
    }
};

UNROLL_TEST(ResidualNormTest, QCoreApplication)
#include "residual_norm_test.moc"
