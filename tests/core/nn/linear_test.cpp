#include "core/nn/layers/linear.h"

#include "core/nn/kernels/dense_products.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

/// Sums of products in double precision, rounded once.
enum class Active { Nothing, Relu, Gelu, TanhGelu };

struct Reference {
    torch::Tensor result, ofInput, ofWeight, ofBias;
};

Reference exactLinear(const torch::Tensor& input, const torch::nn::Linear& layer,
                      const torch::Tensor& gradient, Active active)
{
    const auto leaf = [](const torch::Tensor& tensor) {
        return tensor.detach().to(torch::kFloat64).set_requires_grad(true);
    };
    const torch::Tensor x = leaf(input), w = leaf(layer->weight), b = leaf(layer->bias);
    torch::Tensor y = torch::linear(x, w, b);
    if (active != Active::Nothing)
        y = active == Active::Relu ? torch::relu(y)
                                   : torch::gelu(y, active == Active::Gelu ? "none" : "tanh");
    y.backward(gradient.to(torch::kFloat64));
    const auto single = [](const torch::Tensor& tensor) { return tensor.to(torch::kFloat32); };
    return {single(y.detach()), single(x.grad()), single(w.grad()), single(b.grad())};
}

} // namespace

/// The kernels' own products beside LibTorch's in double precision.
class LinearTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(3); }

    void valuesAndGradientsAreThoseOfThePlainProducts_data()
    {
        addColumns<int, int, int>("rows", "in", "out");
        newRow("smaller than a block", 17, 3, 5);
        newRow("one column", 40, 33, 1);
        newRow("over several chunks of rows", 205, 70, 130);
        newRow("over several chunks of the sum", 1100, 20, 200);
        newRow("whole panels", 96, 64, 64);
    }
    void valuesAndGradientsAreThoseOfThePlainProducts()
    {
        QFETCH(int, rows);
        QFETCH(int, in);
        QFETCH(int, out);
        for (const Active active :
             {Active::Nothing, Active::Relu, Active::Gelu, Active::TanhGelu}) {
            const torch::nn::Linear layer(in, out);
            const torch::Tensor input = torch::randn({rows, in}).set_requires_grad(true);
            const torch::Tensor gradient = torch::randn({rows, out});
            const Reference wanted = exactLinear(input, layer, gradient, active);
            const torch::Tensor result = active == Active::Relu
                ? core::reluLinear(layer, input, 0.0)
                : active == Active::Nothing
                ? core::linear(layer, input)
                : core::geluLinear(layer, input, 0.0,
                                   active == Active::Gelu ? core::Gelu::Exact : core::Gelu::Tanh);
            result.backward(gradient);
            QVERIFY(rounding::agree(result, wanted.result, rounding::kLayer));
            QVERIFY(rounding::agree(input.grad(), wanted.ofInput, rounding::kLayer));
            QVERIFY(rounding::agree(layer->weight.grad(), wanted.ofWeight, rounding::kLayer));
            QVERIFY(rounding::agree(layer->bias.grad(), wanted.ofBias, rounding::kLayer));
        }
    }

    void rowsDoNotDependOnTheirNeighboursOrThreads()
    {
        const torch::nn::Linear layer(50, 70);
        const torch::Tensor input = torch::randn({300, 50});
        const torch::Tensor all = core::linear(layer, input);
        const torch::Tensor some = core::linear(layer, input.narrow(0, 131, 40));
        QVERIFY(torch::equal(all.narrow(0, 131, 40), some));
        core::setComputeThreads(2);
        QVERIFY(torch::equal(core::linear(layer, input), all));
        core::setComputeThreads(1);
    }

    void fewRowsWithoutGradientsAreTheSameProducts()
    {
        const torch::NoGradGuard noGradient;
        const torch::nn::Linear layer(70, 300);
        for (const int64_t rows : {1, 2, 7, 15}) {
            const torch::Tensor input = torch::randn({rows, 70});
            const torch::Tensor exact
                = torch::linear(input.to(torch::kFloat64), layer->weight.to(torch::kFloat64),
                                layer->bias.to(torch::kFloat64))
                      .to(torch::kFloat32);
            const torch::Tensor all = core::linear(layer, input);
            QVERIFY(rounding::agree(all, exact, rounding::kLayer));
            QVERIFY(torch::equal(core::linear(layer, input.narrow(0, rows - 1, 1)),
                                 all.narrow(0, rows - 1, 1)));
            core::setComputeThreads(2);
            QVERIFY(torch::equal(core::linear(layer, input), all));
            core::setComputeThreads(1);
            QVERIFY(torch::equal(core::linear(layer, input.view({rows, 1, 70})),
                                 all.view({rows, 1, 300})));
            QVERIFY(rounding::agree(core::reluLinear(layer, input, 0.0), exact.relu(),
                                    rounding::kLayer));
        }
        const torch::Tensor one = torch::randn({70});
        QVERIFY(torch::equal(core::linear(one, layer->weight, {}),
                             core::linear(one.unsqueeze(0), layer->weight, {}).squeeze(0)));
    }

    void threadsDoNotChangeGradients()
    {
        torch::nn::Linear layer(90, 210);
        const torch::Tensor input = torch::randn({1300, 90});
        const auto slopes = [&](int threads) {
            core::setComputeThreads(threads);
            layer->zero_grad();
            core::linear(layer, input).square().sum().backward();
            return layer->weight.grad().clone();
        };
        const torch::Tensor alone = slopes(1);
        QVERIFY(torch::equal(slopes(2), alone));
        core::setComputeThreads(1);
    }

    void leadingSizesAreKeptAndTheBiasMayBeMissing()
    {
        const torch::Tensor input = torch::randn({4, 7, 6}).set_requires_grad(true);
        const torch::Tensor weight = torch::randn({9, 6}).set_requires_grad(true);
        const torch::Tensor result = core::linear(input, weight, {});
        QCOMPARE(result.sizes(), at::IntArrayRef({4, 7, 9}));
        result.sum().backward();
        QVERIFY(rounding::agree(result, torch::matmul(input, weight.t()), rounding::kLayer));
        QVERIFY(rounding::agree(input.grad()[2][3], weight.sum(0), rounding::kLayer));
        QVERIFY(rounding::agree(weight.grad()[8], input.flatten(0, 1).sum(0), rounding::kLayer));
    }

    void frozenWeightsLeaveTheBiasItsGradient()
    {
        const torch::Tensor input = torch::randn({30, 6});
        const torch::Tensor weight = torch::randn({9, 6});
        const torch::Tensor bias = torch::zeros({9}).set_requires_grad(true);
        core::linear(input, weight, bias).sum().backward();
        QVERIFY(torch::equal(bias.grad(), torch::full({9}, 30.0F)));
        QVERIFY(!weight.grad().defined());
    }

    void droppedUnitsGiveNothingBack()
    {
        const torch::nn::Linear layer(8, 600);
        const torch::Tensor input = torch::randn({50, 8});
        const torch::Tensor plain = core::reluLinear(layer, input, 0.0);
        const torch::Tensor result = core::reluLinear(layer, input, 0.25);
        const torch::Tensor kept = result.ne(0.0);
        QVERIFY(rounding::agree(result.masked_select(kept), plain.masked_select(kept) / 0.75,
                                rounding::kLayer));
        const double share = kept.sum().item<double>() / plain.ne(0.0).sum().item<double>();
        QVERIFY2(std::abs(share - 0.75) < 0.02, qPrintable(QString::number(share)));
        result.sum().backward();
        const torch::Tensor wanted = kept.to(torch::kFloat32).sum(0) / 0.75;
        QVERIFY(rounding::agree(layer->bias.grad(), wanted, rounding::kNetwork));
    }

    void droppedGeluIsThatOfDropOut()
    {
        torch::nn::Linear layer(8, 600);
        const torch::Tensor input = torch::randn({50, 8});
        const auto slopes = [&](auto&& active) {
            layer->zero_grad();
            torch::manual_seed(12);
            const torch::Tensor result = active();
            result.square().sum().backward();
            return std::pair{result.detach(), layer->weight.grad().clone()};
        };
        const auto [result, ofWeight]
            = slopes([&] { return core::geluLinear(layer, input, 0.25); });
        const auto [wanted, wantedOfWeight]
            = slopes([&] { return core::dropOut(torch::gelu(core::linear(layer, input)), 0.25); });
        QVERIFY(result.eq(0.0).any().item<bool>());
        QVERIFY(rounding::agree(result, wanted, rounding::kSum));
        QVERIFY(rounding::agree(ofWeight, wantedOfWeight, rounding::kLayer));
    }

    void geluIsThatOfTheNormalDistribution()
    {
        torch::nn::Linear layer(1, 1);
        const torch::NoGradGuard noGradient;
        layer->weight.fill_(1.0);
        layer->bias.zero_();
        const torch::Tensor x = torch::linspace(-12.0, 12.0, 4801).unsqueeze(1);
        const torch::Tensor exact = torch::gelu(x.to(torch::kFloat64));
        QVERIFY(
            ((core::geluLinear(layer, x, 0.0) - exact).abs() / (1.0 + x.abs())).max().item<double>()
            < 2e-7);
    }

    void geluByTanhIsThatOfGpt2()
    {
        torch::nn::Linear layer(1, 1);
        const torch::NoGradGuard noGradient;
        layer->weight.fill_(1.0);
        layer->bias.zero_();
        const torch::Tensor x = torch::linspace(-12.0, 12.0, 4801).unsqueeze(1);
        const torch::Tensor exact = torch::gelu(x.to(torch::kFloat64), "tanh");
        const torch::Tensor ours = core::geluLinear(layer, x, 0.0, core::Gelu::Tanh);
        QVERIFY(((ours - exact).abs() / (1.0 + x.abs())).max().item<double>() < 5e-7);
        const torch::Tensor few
            = core::geluLinear(layer, x.narrow(0, 2300, 1), 0.0, core::Gelu::Tanh);
        QVERIFY((few - exact.narrow(0, 2300, 1)).abs().max().item<double>() < 1e-6);
    }

    void aProductThatIsNotANumberStaysSo()
    {
        const torch::nn::Linear layer(4, 3);
        torch::Tensor input = torch::ones({20, 4});
        input[7][2] = std::numeric_limits<float>::quiet_NaN();
        const torch::Tensor result = core::reluLinear(layer, input, 0.0);
        QVERIFY(result[7].isnan().all().item<bool>());
        QVERIFY(!result[6].isnan().any().item<bool>());
    }
};

UNROLL_TEST(LinearTest, QCoreApplication)
#include "linear_test.moc"
