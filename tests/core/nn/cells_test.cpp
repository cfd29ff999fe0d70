#include "core/base/error.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_layer.h"
#include "core/nn/cells/cell_text.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/random_cells.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

using core::CellGraph;
using core::CellOutput;
using core::CellStates;
using core::Recurrent;
using core::RecurrentOptions;
using torch::Tensor;

namespace {

enum class Begin { Zero, Given };

constexpr int64_t kCellBatch = 4, kCellLength = 7;

Tensor cellLengths()
{
    return torch::tensor({4, 7, 1, 7}, torch::kInt64);
}

/// Everything with which a layer is called, and what comes of it.
struct Run {
    Tensor output;
    std::vector<Tensor> all; ///< Output, states, then gradients of input, states, parameters.
};

Tensor weighed(const Tensor& values)
{
    const Tensor weights = torch::arange(values.numel(), torch::kFloat64).mul(0.7).sin();
    return (values.flatten() * weights.to(values.scalar_type())).sum();
}

/// @param net  its type of numbers is what is computed with.
Run run(Recurrent& net, const Tensor& input, const CellStates& initial)
{
    const auto kind = net->parameters().front().scalar_type();
    const auto leaf
        = [&](const Tensor& of) { return of.detach().to(kind).clone().requires_grad_(); };
    std::vector<Tensor> leaves{leaf(input)};
    CellStates states;
    for (const Tensor& each : initial)
        leaves.push_back(states.emplace_back(leaf(each)));
    for (const Tensor& parameter : net->parameters())
        leaves.push_back(parameter);
    const CellOutput output = net->forward(leaves.front(), cellLengths(), states);
    Tensor sum = weighed(output.output);
    double factor = 2.0;
    Run result{output.output, {output.output}};
    for (const Tensor& state : output.states) {
        sum = sum + factor++ * weighed(state);
        result.all.push_back(state);
    }
    for (const Tensor& gradient : torch::autograd::grad({sum}, leaves))
        result.all.push_back(gradient);
    return result;
}

/// A row of weights of both halves of an equation, and a gradient over a batch, are no longer.
constexpr int64_t kLongestSum = 74;

/// The same in float64 with the values of `net`, and how far roundings may move it.
rounding::Exact exactRun(const Recurrent& net, const Tensor& input, const CellStates& initial)
{
    Recurrent exact(net->options());
    exact->to(torch::kFloat64);
    const auto given = net->parameters();
    std::vector<Tensor> leaves = exact->parameters();
    {
        const torch::NoGradGuard noGradient;
        for (size_t i = 0; i < leaves.size(); ++i)
            leaves[i].copy_(given[i]);
    }
    const Tensor wide = input.to(torch::kFloat64);
    CellStates states;
    for (const Tensor& state : initial)
        states.push_back(state.to(torch::kFloat64));
    leaves.push_back(wide);
    leaves.insert(leaves.end(), states.begin(), states.end());
    return rounding::exactly(leaves, kLongestSum, [&] { return run(exact, wide, states).all; });
}

void addGraphs()
{
    addColumn<RecurrentOptions>("options");
    std::vector<std::pair<std::string, const CellGraph*>> graphs{
        {"rnn", &core::torchCell(core::CellKind::RnnTanh)},
        {"relu", &core::torchCell(core::CellKind::RnnRelu)},
        {"lstm", &core::torchCell(core::CellKind::Lstm)},
        {"gru", &core::torchCell(core::CellKind::Gru)}};
    for (const core::CellEntry& each : core::cellEntries())
        graphs.emplace_back(each.description.id, each.graph);
    for (const auto& [name, graph] : graphs) {
        addRow("%s", name.c_str()) << RecurrentOptions{graph, 5, 4};
        addRow("%s two layers both ways", name.c_str()) << RecurrentOptions{graph, 5, 4, 2, true};
        // Input as large as the state; more than one vector of any instruction set.
        addRow("%s wide", name.c_str()) << RecurrentOptions{graph, 37, 37, 2, false};
    }
}

Recurrent someCells(const RecurrentOptions& options)
{
    torch::manual_seed(7);
    Recurrent net(options);
    const torch::NoGradGuard noGradient;
    for (Tensor& parameter : net->parameters()) // none is to stay at 0 or 1
        parameter.add_(0.1 * torch::randn_like(parameter));
    return net;
}

CellStates someStates(const Recurrent& net)
{
    const int64_t rows = net->options().layers * net->options().directions();
    CellStates states;
    for (size_t i = 0; i < net->graph().states(); ++i)
        states.push_back(torch::randn({rows, kCellBatch, net->options().hiddenSize}));
    return states;
}

} // namespace

/// Layers of cells that are given by their equations: the compiled ones in float32 against the
/// plain ones in double precision.
class CellsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { core::setComputeThreads(1); }

    void fusedLayersComputeTheEquations_data() { addGraphs(); }
    void fusedLayersComputeTheEquations()
    {
        QFETCH(RecurrentOptions, options);
        for (const Begin begin : {Begin::Zero, Begin::Given}) {
            Recurrent fused = someCells(options);
            const Tensor input = torch::randn({kCellBatch, kCellLength, options.inputSize});
            const CellStates initial = begin == Begin::Given ? someStates(fused) : CellStates{};
            const Run found = run(fused, input, initial);
            const rounding::Exact exact = exactRun(fused, input, initial);
            QCOMPARE(found.all.size(), exact.values.size());
            for (size_t i = 0; i < found.all.size(); ++i) {
                const std::string name = "result " + std::to_string(i) + " of "
                    + std::to_string(found.all.size()) + ", " + std::to_string(initial.size())
                    + " states given";
                QVERIFY2(rounding::agree(found.all[i], exact, i, name), name.c_str());
            }
        }
    }

    /// Equations that nobody has written before.
    void typedCellsComputeTheEquations()
    {
        support::RandomCells texts(11);
        for (int i = 0; i < 200; ++i) {
            const std::string text = texts.text();
            Recurrent fused = someCells({&core::cellOfText(text), i % 2 == 0 ? 5 : 4, 4});
            const Tensor input = torch::randn({kCellBatch, kCellLength, i % 2 == 0 ? 5 : 4});
            const CellStates initial = someStates(fused);
            const Run found = run(fused, input, initial);
            const rounding::Exact exact = exactRun(fused, input, initial);
            for (size_t result = 0; result < found.all.size(); ++result) {
                const std::string name = "result " + std::to_string(result) + " of\n" + text;
                QVERIFY2(rounding::agree(found.all[result], exact, result, name), name.c_str());
            }
        }
    }

    void threadsChangeNoNumber_data() { addGraphs(); }
    void threadsChangeNoNumber()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net = someCells(options);
        const Tensor input = torch::randn({kCellBatch, kCellLength, options.inputSize});
        const CellStates initial = someStates(net);
        core::setComputeThreads(1);
        const Run one = run(net, input, initial);
        core::setComputeThreads(3);
        const Run three = run(net, input, initial);
        for (size_t i = 0; i < one.all.size(); ++i)
            QVERIFY2(torch::equal(one.all[i], three.all[i]), qPrintable(QString::number(i)));
    }

    /// Token by token as at once; and who asks for the inputs' gradients alone changes none of the
    /// weights'.
    void stepsGiveWhatALayerDoes_data() { addGraphs(); }
    void stepsGiveWhatALayerDoes()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net = someCells({options.cell, options.inputSize, options.hiddenSize});
        const Tensor input = torch::randn({3, 5, options.inputSize}).requires_grad_();
        const auto lengths = torch::full({3}, 5, torch::kInt64);
        const auto gradients = [](Recurrent& of, const Tensor& outputs) {
            return torch::autograd::grad({weighed(outputs)}, of->parameters(), {}, true);
        };
        Recurrent wide = someCells({options.cell, options.inputSize, options.hiddenSize});
        wide->to(torch::kFloat64);
        const auto exact = rounding::exactly(wide->parameters(), kLongestSum, [&] {
            const Tensor output = wide->forward(input.to(torch::kFloat64), lengths).output;
            std::vector<Tensor> results = gradients(wide, output);
            results.push_back(output);
            return results;
        });

        const core::SteppedCell step(net->program(0), net->weights().front());
        CellStates states(options.cell->states(), torch::zeros({3, options.hiddenSize}));
        std::vector<Tensor> outputs;
        for (int64_t t = 0; t < 5; ++t) {
            states = step(input.select(1, t), states);
            outputs.push_back(states.front());
        }
        const Tensor all = torch::stack(outputs, 1);
        QVERIFY(rounding::agree(all, exact, exact.values.size() - 1, "outputs"));
        torch::autograd::grad({weighed(all)}, {input}, {}, true);
        for (int time = 0; time < 2; ++time) { // Twice through the same steps.
            const auto found = gradients(net, all);
            for (size_t i = 0; i < found.size(); ++i)
                QVERIFY(rounding::agree(found[i], exact, i, "gradient " + std::to_string(i)));
        }
    }

    void equationsAreWrittenAsInTheLectures()
    {
        const auto check = [](size_t cell, const char* name, const char* expected) {
            const CellGraph& graph = *core::cellEntries().at(cell).graph;
            for (const core::CellEquation& each : graph.equations())
                if (each.quantity == graph.quantity(name))
                    QCOMPARE(QString::fromStdString(each.text()), QString::fromUtf8(expected));
            QVERIFY(graph.quantity(name) >= 0);
        };
        check(1, "o", "o_t = σ(W_o x_t + U_o h_{t−1} + b_o + p_o ⊙ c_t)");
        check(2, "i", "i_t = 1 − f_t");
        check(3, "i", "i_t = σ(α_i ⊙ LN(W x_t)_i + γ_i ⊙ LN(U h_{t−1})_i + b_i)");
        check(4, "inner_f", "f̃_t = σ(W̃_f (i_t ⊙ g_t) + Ũ_f (f_t ⊙ c_{t−1}) + b̃_f)");
        check(5, "h", "h_t = (1 − f_t) ⊙ h_{t−1} + f_t ⊙ n_t");
        check(6, "n", "n_t = tanh(U_n (r_t ⊙ h_{t−1}) + tanh(x_t) + b_n)");
        check(8, "z", "z_t = σ(W_z x_t + U_z tanh(h_{t−1}) + b_z)");
    }

    /// Gradients of the plain equations, which no library has derived, against differences.
    void gradientsAreThoseOfDifferences()
    {
        for (const core::CellEntry& each : core::cellEntries()) {
            Recurrent net = someCells({each.graph, 3, 4, 1, true});
            net->to(torch::kFloat64);
            const Tensor input = torch::randn({kCellBatch, kCellLength, 3}, torch::kFloat64);
            const auto loss = [&] {
                const CellOutput output = net->forward(input, cellLengths());
                return weighed(output.output) + weighed(output.states.back());
            };
            const auto found = torch::autograd::grad({loss()}, net->parameters());
            const torch::NoGradGuard noGradient;
            size_t place = 0;
            for (Tensor& parameter : net->parameters()) {
                Tensor one = parameter.view(-1)[parameter.numel() / 2];
                const double value = one.item<double>();
                one.fill_(value + 1e-5);
                const double above = loss().item<double>();
                one.fill_(value - 1e-5);
                const double below = loss().item<double>();
                one.fill_(value);
                const double expected = (above - below) / 2e-5;
                const double gradient
                    = found[place++].reshape(-1)[parameter.numel() / 2].item<double>();
                QVERIFY2(std::abs(gradient - expected) < 1e-6 * (1.0 + std::abs(expected)),
                         each.description.id.c_str());
            }
        }
    }

    void aSecondDerivativeIsRefused()
    {
        Recurrent net = someCells({core::cellEntries().front().graph, 3, 4});
        const Tensor input = torch::randn({kCellBatch, kCellLength, 3}).requires_grad_();
        const Tensor sum = net->forward(input, cellLengths()).output.sum();
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 torch::autograd::grad({sum}, {input}, {}, true, true));
    }

    /// A text in two halves with the states carried over is the text in one.
    void statesCarryOn_data() { addGraphs(); }
    void statesCarryOn()
    {
        QFETCH(RecurrentOptions, options);
        options.bidirectional = false;
        Recurrent net = someCells(options);
        const Tensor input = torch::randn({2, 6, options.inputSize});
        const auto lengths = [](int64_t length) { return torch::full({2}, length, torch::kInt64); };
        Recurrent wide = someCells(options);
        wide->to(torch::kFloat64);
        const auto exact = rounding::exactly(wide->parameters(), kLongestSum, [&] {
            const CellOutput whole = wide->forward(input.to(torch::kFloat64), lengths(6));
            std::vector<Tensor> results = whole.states;
            results.push_back(whole.output);
            return results;
        });
        const CellOutput first = net->forward(input.narrow(1, 0, 2), lengths(2));
        const CellOutput rest = net->forward(input.narrow(1, 2, 4), lengths(4), first.states);
        QVERIFY(rounding::agree(torch::cat({first.output, rest.output}, 1), exact,
                                rest.states.size(), "outputs"));
        for (size_t i = 0; i < rest.states.size(); ++i)
            QVERIFY(rounding::agree(rest.states[i], exact, i, "state " + std::to_string(i)));
    }
};

UNROLL_TEST(CellsTest, QCoreApplication)
#include "cells_test.moc"
