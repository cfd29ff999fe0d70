#include "core/base/error.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

using core::CellKind;
using core::CellOutput;
using core::CellStates;
using core::Recurrent;
using core::RecurrentOptions;
using torch::Tensor;
using namespace recurrent;

namespace {

CellStates randomState(Recurrent& net, int64_t batch = kBatch)
{
    const int64_t rows = net->options().layers * net->options().directions();
    CellStates states;
    for (const int64_t size : net->stateSizes())
        states.push_back(torch::randn({rows, batch, size}));
    return states;
}

/// Results and all gradients of one way to compute a layer: output, states, then the gradients of
/// input, states, parameters.
using Results = std::vector<Tensor>;

template <typename Forward>
Results runAll(const Forward& forward, const Tensor& input, const CellStates& state,
               const std::vector<Tensor>& parameters)
{
    std::vector<Tensor> leaves{input.detach().clone().requires_grad_()};
    CellStates initial;
    for (const Tensor& each : state)
        leaves.push_back(initial.emplace_back(each.detach().clone().requires_grad_()));
    leaves.insert(leaves.end(), parameters.begin(), parameters.end());
    const CellOutput output = forward(leaves.front(), initial);
    Results run{output.output};
    run.insert(run.end(), output.states.begin(), output.states.end());
    for (const Tensor& gradient : torch::autograd::grad({mixture(output)}, leaves))
        run.push_back(gradient);
    return run;
}

std::vector<core::CellTensors> asDouble(const std::vector<core::CellTensors>& weights,
                                        std::vector<Tensor>& flat)
{
    std::vector<core::CellTensors> result;
    for (const core::CellTensors& each : weights) {
        result.emplace_back();
        for (const Tensor& tensor : each) {
            flat.push_back(tensor.detach().to(torch::kFloat64).requires_grad_());
            result.back().push_back(flat.back());
        }
    }
    return result;
}

/// A row of weights of input and state, and a gradient over a batch, are no longer.
constexpr int64_t kLongestEquation = 74;

/// Without the states that LastStates::Output does not ask for.
CellOutput topOf(const CellOutput& all, const Recurrent& net)
{
    const Tensor& h = all.states.front();
    const int64_t directions = net->options().directions();
    return {all.output, {h.narrow(0, h.size(0) - directions, directions)}};
}

/// The plain equations in float64, and how far roundings may move their results.
rounding::Exact exactResults(const Recurrent& net, const Tensor& input, const CellStates& state,
                             const Tensor& lengths, core::LastStates wanted = core::LastStates::All)
{
    std::vector<Tensor> parameters;
    const auto weights = asDouble(net->weights(), parameters);
    const Tensor exactInput = input.to(torch::kFloat64);
    CellStates exactState;
    for (const Tensor& each : state)
        exactState.push_back(each.to(torch::kFloat64));
    std::vector<Tensor> inputs = parameters;
    inputs.push_back(exactInput);
    inputs.insert(inputs.end(), exactState.begin(), exactState.end());
    return rounding::exactly(inputs, kLongestEquation, [&] {
        return runAll(
            [&](const Tensor& x, const CellStates& s) {
                const CellOutput all = plainCells(net->graph(), weights,
                                                  net->options().bidirectional, x, lengths, s);
                return wanted == core::LastStates::All ? all : topOf(all, net);
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
        const CellStates state = randomState(net);
        compareResults(
            runAll([&](const Tensor& x,
                       const CellStates& s) { return net->forward(x, someLengths(), s); },
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
                       const CellStates& s) { return net->forward(x, someLengths(), s); },
                   input, {}, net->parameters()),
            exactResults(net, input, {}, someLengths()));
    }

    void libraryEqualsReference_data() { addCells(); }
    void libraryEqualsReference()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const CellStates state = randomState(net);
        compareResults(runAll(
                           [&](const Tensor& x, const CellStates& s) {
                               return libraryRecurrent(x, someLengths(), s, net->weights(), options,
                                                       0.0, core::LastStates::All);
                           },
                           input, state, net->parameters()),
                       exactResults(net, input, state, someLengths()));
    }

    /// Read with its padding, where only the output is wanted.
    void paddedLibraryEqualsReference_data() { addCells(); }
    void paddedLibraryEqualsReference()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const CellStates state = randomState(net);
        const auto padded = [&](const Tensor& x, const CellStates& s) {
            return topOf(libraryRecurrent(x, someLengths(), s, net->weights(), options, 0.0,
                                          core::LastStates::Output),
                         net);
        };
        compareResults(runAll(padded, input, state, net->parameters()),
                       exactResults(net, input, state, someLengths(), core::LastStates::Output));
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
        const CellStates state = randomState(net);
        const auto run = [&](int threads) {
            core::setComputeThreads(threads);
            return runAll([&](const Tensor& x,
                              const CellStates& s) { return net->forward(x, someLengths(), s); },
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
                               [&](const Tensor& x, const CellStates& s) {
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
            {net->forward(input, someLengths()).states[0].square().sum()}, net->parameters());
        std::vector<Tensor> parameters;
        const auto weights = asDouble(net->weights(), parameters);
        const auto exact = rounding::exactly(parameters, kLongestEquation, [&] {
            const auto output
                = plainCells(net->graph(), weights, true, input.to(torch::kFloat64), someLengths());
            return torch::autograd::grad({output.states[0].square().sum()}, parameters);
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
