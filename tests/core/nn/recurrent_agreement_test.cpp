#include "core/base/error.h"
#include "core/nn/reference/recurrent_equations.h"
#include "core/nn/reference/recurrent_library.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

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

/// Results and all gradients of one way to compute a layer: output, states, then the gradients of
/// input, states, parameters.
using Results = std::vector<Tensor>;

template <typename Forward>
Results runAll(const Forward& forward, const Tensor& input, const RecurrentState& state,
               const std::vector<Tensor>& parameters)
{
    std::vector<Tensor> leaves{input.detach().clone().requires_grad_()};
    RecurrentState initial;
    if (state.hidden.defined())
        leaves.push_back(initial.hidden = state.hidden.detach().clone().requires_grad_());
    if (state.cell.defined())
        leaves.push_back(initial.cell = state.cell.detach().clone().requires_grad_());
    leaves.insert(leaves.end(), parameters.begin(), parameters.end());
    const RecurrentOutput output = forward(leaves.front(), initial);
    Results run{output.output, output.state.hidden};
    if (output.state.cell.defined())
        run.push_back(output.state.cell);
    for (const Tensor& gradient : torch::autograd::grad({mixture(output)}, leaves))
        run.push_back(gradient);
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

/// A row of weights of input and state, and a gradient over a batch, are no longer.
constexpr int64_t kLongestEquation = 74;

/// The plain equations in float64, and how far roundings may move their results.
rounding::Exact exactResults(const Recurrent& net, const Tensor& input, const RecurrentState& state,
                             const Tensor& lengths)
{
    std::vector<Tensor> parameters;
    const auto weights = asDouble(net->weights(), parameters);
    const auto wide = [](const Tensor& tensor) {
        return tensor.defined() ? tensor.to(torch::kFloat64) : tensor;
    };
    const Tensor exactInput = wide(input);
    const RecurrentState exactState{wide(state.hidden), wide(state.cell)};
    std::vector<Tensor> inputs = parameters;
    for (const Tensor& each : {exactInput, exactState.hidden, exactState.cell})
        if (each.defined())
            inputs.push_back(each);
    return rounding::exactly(inputs, kLongestEquation, [&] {
        return runAll(
            [&](const Tensor& x, const RecurrentState& s) {
                return referenceRecurrent(x, lengths, s, weights, net->options(), 0.0);
            },
            exactInput, exactState, parameters);
    });
}

void compareResults(const Results& found, const rounding::Exact& exact)
{
    QCOMPARE(found.size(), exact.values.size());
    for (size_t i = 0; i < found.size(); ++i) {
        const std::string name
            = "result " + std::to_string(i) + " of " + std::to_string(found.size());
        QVERIFY2(rounding::agree(found[i], exact, i, name), name.c_str());
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
        compareResults(
            runAll([&](const Tensor& x,
                       const RecurrentState& s) { return net->forward(x, someLengths(), s); },
                   input, state, net->parameters()),
            exactResults(net, input, state, someLengths()));
    }

    void fusedEqualsReferenceWithoutInitialState_data() { addCells(); }
    void fusedEqualsReferenceWithoutInitialState()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        compareResults(
            runAll([&](const Tensor& x,
                       const RecurrentState& s) { return net->forward(x, someLengths(), s); },
                   input, {}, net->parameters()),
            exactResults(net, input, {}, someLengths()));
    }

    void libraryEqualsReference_data() { addCells(); }
    void libraryEqualsReference()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const RecurrentState state = randomState(net);
        compareResults(runAll(
                           [&](const Tensor& x, const RecurrentState& s) {
                               return libraryRecurrent(x, someLengths(), s, net->weights(), options,
                                                       0.0);
                           },
                           input, state, net->parameters()),
                       exactResults(net, input, state, someLengths()));
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
        const Results once = run(1);
        for (const int threads : {1, 2, 3, 5}) {
            const Results again = run(threads);
            for (size_t i = 0; i < once.size(); ++i)
                QVERIFY(torch::equal(once[i], again[i]));
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
            compareResults(runAll(
                               [&](const Tensor& x, const RecurrentState& s) {
                                   return net->forward(x, torch::tensor(lengths), s);
                               },
                               input, {}, net->parameters()),
                           exactResults(net, input, {}, torch::tensor(lengths)));
        }
    }

    void onlyTheEndStatesMayBeUsed()
    {
        Recurrent net(makeOptions(CellKind::Lstm, 1, true));
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto fused = torch::autograd::grad(
            {net->forward(input, someLengths()).state.hidden.square().sum()}, net->parameters());
        std::vector<Tensor> parameters;
        const auto weights = asDouble(net->weights(), parameters);
        const auto exact = rounding::exactly(parameters, kLongestEquation, [&] {
            const auto output = referenceRecurrent(input.to(torch::kFloat64), someLengths(), {},
                                                   weights, net->options(), 0.0);
            return torch::autograd::grad({output.state.hidden.square().sum()}, parameters);
        });
        compareResults(fused, exact);
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
