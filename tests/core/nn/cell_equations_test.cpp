#include "core/nn/cells/cell_equations.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/test_case.h"

#include <tuple>

using core::CellGraph;
using core::CellHook;
using core::CellKind;
using core::CellMoment;
using core::Recurrent;
using core::RecurrentOptions;
using torch::Tensor;
using namespace recurrent;

namespace {

/// A layer of torch's with double parameters and its graph.
struct Layer {
    explicit Layer(const RecurrentOptions& options) : net(options), graph(net->graph())
    {
        net->to(torch::kFloat64);
        weights = net->weights();
    }

    core::CellOutput run(const Tensor& input, const core::CellStates& initial = {},
                         const core::CellLook& look = {}) const
    {
        return core::plainCells(graph, weights, net->options().bidirectional, input, someLengths(),
                                initial, look);
    }

    size_t quantity(const char* name) const
    {
        const int place = graph.quantity(name);
        if (place < 0)
            qFatal("no quantity %s", name);
        return static_cast<size_t>(place);
    }

    Recurrent net;
    const CellGraph& graph;
    std::vector<core::CellTensors> weights;
};

/// Every quantity that a hook sees, by layer, direction and quantity, token by token; with its
/// gradient where the run has one.
class CellRecord {
public:
    CellHook hook(CellHook first = {})
    {
        return [this, first = std::move(first)](const CellMoment& moment, const Tensor& computed) {
            Tensor value = first ? first(moment, computed) : computed;
            if (value.requires_grad()) {
                value = value.is_leaf() ? value.clone() : value;
                value.retain_grad();
            }
            m_kept[{moment.layer, moment.direction, moment.quantity}][moment.token] = value;
            return value;
        };
    }

    /// [batch, length, size]; undefined: it was not seen.
    Tensor values(int64_t layer, int64_t direction, size_t quantity) const
    {
        const auto found = m_kept.find({layer, direction, quantity});
        std::vector<Tensor> tokens;
        for (const auto& [token, value] :
             found != m_kept.end() ? found->second : std::map<int64_t, Tensor>())
            tokens.push_back(value.detach());
        return tokens.empty() ? Tensor() : torch::stack(tokens, 1);
    }
    /// At one token.
    Tensor gradient(size_t quantity, int64_t token) const
    {
        return m_kept.at({0, 0, quantity}).at(token).grad();
    }

private:
    std::map<std::tuple<int64_t, int64_t, size_t>, std::map<int64_t, Tensor>> m_kept;
};

Tensor someInput()
{
    return torch::randn({kBatch, kLength, kInput}, torch::kFloat64);
}

std::string equation(CellKind cell, const char* name, bool projected = false)
{
    const CellGraph& graph = core::torchCell(cell, projected);
    for (const core::CellEquation& each : graph.equations())
        if (each.quantity == graph.quantity(name))
            return each.text();
    return {};
}

} // namespace

/// The equations of cells as data: what is computed from them, what they look like, and what a
/// view sees and changes.
class CellEquationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(3); }

    void theyAreWrittenAsInBooks()
    {
        const auto check = [](const std::string& found, const char* expected) {
            QCOMPARE(QString::fromStdString(found), QString::fromUtf8(expected));
        };
        check(equation(CellKind::Lstm, "f"), "f_t = σ(W_f x_t + U_f h_{t−1} + b_f + d_f)");
        check(equation(CellKind::Lstm, "c"), "c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t");
        check(equation(CellKind::Lstm, "h"), "h_t = o_t ⊙ tanh(c_t)");
        check(equation(CellKind::Lstm, "h", true), "h_t = P (o_t ⊙ tanh(c_t))");
        check(equation(CellKind::Gru, "n"),
              "n_t = tanh(W_n x_t + b_n + r_t ⊙ (U_n h_{t−1} + c_n))");
        check(equation(CellKind::Gru, "h"), "h_t = (1 − z_t) ⊙ n_t + z_t ⊙ h_{t−1}");
        check(equation(CellKind::RnnRelu, "h"), "h_t = ReLU(W x_t + b + U h_{t−1} + c)");
    }

    /// The parts of "f_t = σ(W_f x_t + ...)" that stand for numbers give the number of f_t.
    void numbersInAnEquationGiveItsValue()
    {
        const Layer layer(makeOptions(CellKind::Lstm, 2, true));
        CellRecord record;
        layer.run(someInput(), {}, {record.hook(), true});
        const size_t f = layer.quantity("f");
        const auto& equations = layer.graph.equations();
        const auto found = std::find_if(equations.begin(), equations.end(), [&](const auto& each) {
            return each.quantity == static_cast<int>(f);
        });
        QVERIFY(found != equations.end());
        for (const int64_t direction : {0, 1}) {
            Tensor sum = torch::zeros({kBatch, kLength, kHidden}, torch::kFloat64);
            int terms = 0;
            for (const core::EquationPart& part : found->parts)
                if (part.quantity >= 0 && part.quantity != found->quantity) {
                    sum = sum + record.values(1, direction, static_cast<size_t>(part.quantity));
                    ++terms;
                }
            QCOMPARE(terms, 4);
            QVERIFY(torch::allclose(sum.sigmoid(), record.values(1, direction, f)));
        }
    }

    void recordsHoldTheStatesOfEveryToken()
    {
        const Layer layer(makeOptions(CellKind::Gru, 1, true));
        CellRecord record;
        const core::CellOutput output = layer.run(someInput(), {}, {record.hook()});
        const size_t h = layer.quantity("h");
        const Tensor both = torch::cat({record.values(0, 0, h), record.values(0, 1, h)}, 2);
        for (int64_t row = 0; row < kBatch; ++row) {
            const int64_t length = someLengths()[row].item<int64_t>();
            QVERIFY(torch::equal(both[row].narrow(0, 0, length),
                                 output.output[row].narrow(0, 0, length)));
        }
        QVERIFY(!record.values(0, 0, layer.graph.quantities().size() - 1).defined()); // a term
    }

    void gradientsOfStatesAreThoseOfDifferences()
    {
        const Layer layer(makeOptions(CellKind::Lstm));
        const Tensor input = someInput();
        const size_t h = layer.quantity("h");
        const auto loss
            = [](const core::CellOutput& output) { return (output.output * output.output).sum(); };
        CellRecord record;
        loss(layer.run(input, {}, {record.hook()})).backward();
        const double found = record.gradient(h, 2)[1][3].item<double>();
        const auto changed = [&](double change) {
            const CellHook hook = [&](const CellMoment& moment, const Tensor& value) {
                if (moment.quantity != h || moment.token != 2)
                    return value;
                Tensor other = value.clone();
                other[1][3] += change;
                return other;
            };
            return loss(layer.run(input, {}, {hook})).item<double>();
        };
        const double expected = (changed(1e-5) - changed(-1e-5)) / 2e-5;
        QVERIFY(std::abs(found - expected) < 1e-7 + 1e-5 * std::abs(expected));
    }

    void aClampedGateIsComputedOnWith()
    {
        const Layer layer(makeOptions(CellKind::Lstm, 2));
        const Tensor input = someInput();
        CellRecord record;
        const size_t f = layer.quantity("f"), i = layer.quantity("i"), c = layer.quantity("c");
        const CellHook clamp = [&](const CellMoment& moment, const Tensor& computed) {
            Tensor value = computed.clone();
            if (moment.layer == 0 && moment.quantity == f)
                value.select(1, 2).fill_(1.0);
            if (moment.layer == 0 && moment.quantity == i && moment.token >= 3)
                value.select(1, 2).fill_(0.0);
            return value;
        };
        const core::CellOutput output = layer.run(input, {}, {record.hook(clamp)});
        const Tensor cells = record.values(0, 0, c)[1]; // the longest row
        for (const int64_t token : {3, 4, 5, 6})
            QCOMPARE(cells[token][2].item<double>(), cells[2][2].item<double>());
        QVERIFY(cells[3][1].item<double>() != cells[2][1].item<double>());
        QVERIFY(!torch::allclose(output.output, layer.run(input).output));
    }
};

UNROLL_TEST(CellEquationsTest, QCoreApplication)
#include "cell_equations_test.moc"
