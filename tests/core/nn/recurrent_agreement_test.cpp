#include "core/base/error.h"
#include "core/nn/reference/recurrent_equations.h"
#include "core/nn/reference/recurrent_library.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/test_case.h"

#include <QtTest>

#include <cmath>

using core::CellKind;
using core::Recurrent;
using core::RecurrentOptions;
using core::RecurrentOutput;
using core::RecurrentState;
using torch::Tensor;
using namespace recurrent;

namespace {

RecurrentState randomState(Recurrent& net, int64_t batch = kBatch)
{
    const RecurrentOptions& options = net->options();
    const int64_t rows = options.layers * (options.bidirectional ? 2 : 1);
    RecurrentState state{torch::randn({rows, batch, net->outputSize()}), {}};
    if (options.cell == CellKind::Lstm)
        state.cell = torch::randn({rows, batch, options.hiddenSize});
    return state;
}

double difference(const Tensor& left, const Tensor& right)
{
    const Tensor expected = right.detach().to(torch::kFloat64);
    const double size = std::max(expected.abs().max().item<double>(), 1e-6);
    return (left.detach().to(torch::kFloat64) - expected).abs().max().item<double>() / size;
}

/// Results and all gradients of one way to compute a layer.
struct Run {
    RecurrentOutput output;
    std::vector<Tensor> gradients; ///< Of input, states, parameters.
};

template <typename Forward>
Run runAll(const Forward& forward, Tensor input, RecurrentState state,
           const std::vector<Tensor>& parameters)
{
    std::vector<Tensor> leaves{input.detach().clone().requires_grad_()};
    RecurrentState initial;
    if (state.hidden.defined())
        leaves.push_back(initial.hidden = state.hidden.detach().clone().requires_grad_());
    if (state.cell.defined())
        leaves.push_back(initial.cell = state.cell.detach().clone().requires_grad_());
    leaves.insert(leaves.end(), parameters.begin(), parameters.end());
    Run run{forward(leaves.front(), initial), {}};
    run.gradients = torch::autograd::grad({mixture(run.output)}, leaves);
    return run;
}

std::vector<core::CellWeights> asDouble(const std::vector<core::CellWeights>& weights,
                                        std::vector<Tensor>& flat)
{
    const auto convert = [&](const Tensor& tensor) {
        if (!tensor.defined())
            return tensor;
        flat.push_back(tensor.detach().to(torch::kFloat64).requires_grad_());
        return flat.back();
    };
    std::vector<core::CellWeights> result;
    for (const core::CellWeights& each : weights) {
        core::CellWeights copy;
        copy.input = convert(each.input);
        copy.hidden = convert(each.hidden);
        copy.inputBias = convert(each.inputBias);
        copy.hiddenBias = convert(each.hiddenBias);
        copy.projection = convert(each.projection);
        result.push_back(copy);
    }
    return result;
}

void compare(const Run& left, const Run& right, double tolerance)
{
    QVERIFY(difference(left.output.output, right.output.output) < tolerance);
    QVERIFY(difference(left.output.state.hidden, right.output.state.hidden) < tolerance);
    if (right.output.state.cell.defined())
        QVERIFY(difference(left.output.state.cell, right.output.state.cell) < tolerance);
    QCOMPARE(left.gradients.size(), right.gradients.size());
    for (size_t i = 0; i < left.gradients.size(); ++i) {
        const double error = difference(left.gradients[i], right.gradients[i]);
        QVERIFY2(error < tolerance, qPrintable(QString("gradient %1: %2").arg(i).arg(error)));
    }
}

} // namespace

/// The fused layers, the library's and the plain equations give the same results and gradients.
class RecurrentAgreementTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        core::setComputeThreads(1);
        torch::manual_seed(11);
    }

    void fusedEqualsReference_data() { addCells(); }
    void fusedEqualsReference()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const RecurrentState state = randomState(net);
        const Run fused
            = runAll([&](const Tensor& x,
                         const RecurrentState& s) { return net->forward(x, someLengths(), s); },
                     input, state, net->parameters());

        std::vector<Tensor> parameters;
        const auto weights = asDouble(net->weights(), parameters);
        RecurrentState exact{state.hidden.to(torch::kFloat64), {}};
        if (state.cell.defined())
            exact.cell = state.cell.to(torch::kFloat64);
        const Run reference = runAll(
            [&](const Tensor& x, const RecurrentState& s) {
                return referenceRecurrent(x, someLengths(), s, weights, options, 0.0);
            },
            input.to(torch::kFloat64), exact, parameters);
        compare(fused, reference, 2e-6);
    }

    void fusedEqualsReferenceWithoutInitialState_data() { addCells(); }
    void fusedEqualsReferenceWithoutInitialState()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto run
            = [&](auto forward) { return runAll(forward, input, {}, net->parameters()); };
        compare(run([&](const Tensor& x, const RecurrentState& s) {
                    return net->forward(x, someLengths(), s);
                }),
                run([&](const Tensor& x, const RecurrentState& s) {
                    return referenceRecurrent(x, someLengths(), s, net->weights(), options, 0.0);
                }),
                2e-6);
    }

    void libraryEqualsReference_data() { addCells(); }
    void libraryEqualsReference()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const RecurrentState state = randomState(net);
        const auto run
            = [&](auto forward) { return runAll(forward, input, state, net->parameters()); };
        compare(run([&](const Tensor& x, const RecurrentState& s) {
                    return libraryRecurrent(x, someLengths(), s, net->weights(), options, 0.0);
                }),
                run([&](const Tensor& x, const RecurrentState& s) {
                    return referenceRecurrent(x, someLengths(), s, net->weights(), options, 0.0);
                }),
                2e-6);
    }

    void referenceGradientsAreThoseOfFiniteDifferences_data() { addSmallCells(); }
    void referenceGradientsAreThoseOfFiniteDifferences()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        net->to(torch::kFloat64);
        const Tensor input = torch::randn({kBatch, kLength, kInput}, torch::kFloat64);
        const auto loss = [&] { return mixture(net->forward(input, someLengths())); };
        const auto gradients = torch::autograd::grad({loss()}, net->parameters());
        const torch::NoGradGuard guard;
        constexpr double kStep = 1e-6;
        for (size_t i = 0; i < gradients.size(); ++i) {
            Tensor flat = net->parameters()[i].view(-1);
            const int64_t place = static_cast<int64_t>(i * 7) % flat.numel();
            const double value = flat[place].item<double>();
            flat[place] = value + kStep;
            const double above = loss().item<double>();
            flat[place] = value - kStep;
            const double below = loss().item<double>();
            flat[place] = value;
            const double expected = gradients[i].view(-1)[place].item<double>();
            QVERIFY(std::abs((above - below) / (2 * kStep) - expected)
                    < 1e-7 + 1e-6 * std::abs(expected));
        }
    }

    void numbersAreTheSameToTheBitAtAnyNumberOfThreads_data() { addCells(); }
    void numbersAreTheSameToTheBitAtAnyNumberOfThreads()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const RecurrentState state = randomState(net);
        const auto run = [&](int threads) {
            core::setComputeThreads(threads);
            return runAll(
                [&](const Tensor& x, const RecurrentState& s) {
                    return net->forward(x, someLengths(), s);
                },
                input, state, net->parameters());
        };
        const Run once = run(1);
        for (const int threads : {1, 2, 3, 5}) {
            const Run again = run(threads);
            QVERIFY(torch::equal(once.output.output, again.output.output));
            for (size_t i = 0; i < once.gradients.size(); ++i)
                QVERIFY(torch::equal(once.gradients[i], again.gradients[i]));
        }
    }

    void oneTextAndEqualLengthsAndSingleTokensWork_data() { addCells(); }
    void oneTextAndEqualLengthsAndSingleTokensWork()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const std::vector<std::vector<int64_t>> cases{{7}, {1}, {6, 6, 6}, {1, 1}, {2, 7, 7, 1, 2}};
        for (const auto& lengths : cases) {
            const auto batch = static_cast<int64_t>(lengths.size());
            const Tensor input = torch::randn({batch, kLength, kInput});
            const auto run = [&](auto forward) {
                return runAll(forward, input, RecurrentState{}, net->parameters());
            };
            compare(run([&](const Tensor& x, const RecurrentState& s) {
                        return net->forward(x, torch::tensor(lengths), s);
                    }),
                    run([&](const Tensor& x, const RecurrentState& s) {
                        return referenceRecurrent(x, torch::tensor(lengths), s, net->weights(),
                                                  options, 0.0);
                    }),
                    2e-6);
        }
    }

    void onlyTheEndStatesMayBeUsed()
    {
        Recurrent net(makeOptions(CellKind::Lstm, 1, true));
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto gradient = [&](const RecurrentOutput& output) {
            return torch::autograd::grad({output.state.hidden.square().sum()}, net->parameters());
        };
        const auto fused = gradient(net->forward(input, someLengths()));
        const auto reference = gradient(
            referenceRecurrent(input, someLengths(), {}, net->weights(), net->options(), 0.0));
        for (size_t i = 0; i < fused.size(); ++i)
            QVERIFY(difference(fused[i], reference[i]) < 2e-6);
    }

    void aGraphThatIsKeptGivesTheSameGradientsAgain()
    {
        Recurrent net(makeOptions(CellKind::Gru, 2, true));
        const Tensor loss
            = mixture(net->forward(torch::randn({kBatch, kLength, kInput}), someLengths()));
        const auto once = torch::autograd::grad({loss}, net->parameters(), {}, true);
        const auto again = torch::autograd::grad({loss}, net->parameters());
        for (size_t i = 0; i < once.size(); ++i)
            QVERIFY(torch::equal(once[i], again[i]));
    }

    void secondDerivativesAreRefusedByTheFusedLayerAndGivenByTheReference()
    {
        Recurrent net(makeOptions(CellKind::Lstm));
        const auto twice = [&](const Tensor& input) {
            const Tensor loss = mixture(net->forward(input, someLengths()));
            const auto first = torch::autograd::grad({loss}, net->parameters(), {}, true, true);
            return torch::autograd::grad({first[0].square().sum()}, {net->parameters()[1]});
        };
        QVERIFY_THROWS_EXCEPTION(core::Error, twice(torch::randn({kBatch, kLength, kInput})));
        net->to(torch::kFloat64);
        const Tensor gradient = twice(torch::randn({kBatch, kLength, kInput}, torch::kFloat64))[0];
        QVERIFY(gradient.abs().sum().item<double>() > 0.0);
    }
};

UNROLL_TEST(RecurrentAgreementTest, QCoreApplication)
#include "recurrent_agreement_test.moc"
