#include "core/nn/cells/cell_equations.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {
namespace {

using torch::Tensor;

/// Evaluates one direction of one layer.
class EquationWalk {
public:
    EquationWalk(const CellGraph& graph, const CellTensors& weights, const CellLook& look,
                 int64_t layer, int64_t direction)
        : m_graph(graph)
        , m_weights(weights)
        , m_look(look)
        , m_layer(layer)
        , m_direction(direction)
        , m_values(graph.nodes().size())
        , m_products(graph.nodes().size())
    {
        if (look.hook == nullptr)
            return;
        m_seen.resize(graph.nodes().size());
        for (size_t i = 0; i < graph.quantities().size(); ++i)
            if (const CellQuantity& each = graph.quantities()[i]; !each.term || look.terms)
                m_seen[static_cast<size_t>(each.node)].push_back(i);
    }

    /// @param mask  [batch, length] bool
    /// @param states  of the step before; they become those after the last.
    /// @return [batch, length, output]
    Tensor run(const Tensor& input, const Tensor& mask, std::vector<Tensor>& states)
    {
        multiplyInputs(input);
        const int64_t length = input.size(1);
        std::vector<Tensor> outputs(static_cast<size_t>(length));
        for (int64_t i = 0; i < length; ++i) {
            const int64_t t = m_direction == 1 ? length - 1 - i : i;
            step(t, input.size(0), states);
            const Tensor real = mask.select(1, t).unsqueeze(1); // [batch, 1]
            for (size_t s = 0; s < states.size(); ++s)
                states[s] = torch::where(real, value(m_graph.nextState(s)), states[s]);
            const Tensor& hidden = value(m_graph.nextState(0));
            outputs[static_cast<size_t>(t)] = torch::where(real, hidden, torch::zeros_like(hidden));
        }
        return torch::stack(outputs, 1);
    }

    /// One token of all rows. @param input [rows, features]
    CellStates once(const Tensor& input, const CellStates& before)
    {
        multiplyInputs(input.unsqueeze(1));
        step(0, input.size(0), before);
        CellStates after;
        for (size_t s = 0; s < before.size(); ++s)
            after.push_back(value(m_graph.nextState(s)));
        return after;
    }

private:
    const CellNode& node(size_t place) const { return m_graph.nodes()[place]; }
    const Tensor& value(int place) const { return m_values[static_cast<size_t>(place)]; }
    const Tensor& weight(const CellNode& of) const
    {
        return m_weights[static_cast<size_t>(of.parameter)];
    }

    /// Computes the products that depend on inputs only, for all tokens at once: [batch, length,
    /// blocks * hidden].
    void multiplyInputs(const Tensor& input)
    {
        for (size_t place = 0; place < m_products.size(); ++place) {
            const CellOperation operation = node(place).operation;
            if (operation != CellOperation::InputProduct && operation != CellOperation::Input)
                continue;
            const Tensor& matrix = weight(node(place));
            m_products[place] = matrix.defined() ? torch::linear(input, matrix) : input;
        }
    }

    void step(int64_t token, int64_t rows, const std::vector<Tensor>& states)
    {
        for (size_t place = 0; place < m_values.size(); ++place) {
            m_values[place] = computed(place, token, rows, states);
            if (!m_seen.empty() && !m_seen[place].empty())
                m_values[place] = seen(place, token, m_values[place]);
        }
    }

    Tensor computed(size_t place, int64_t token, int64_t rows,
                    const std::vector<Tensor>& states) const
    {
        const CellNode& here = node(place);
        switch (here.operation) {
        case CellOperation::Input:
        case CellOperation::InputProduct:
            return m_products[place].select(1, token);
        case CellOperation::State:
            return states[static_cast<size_t>(here.state)];
        case CellOperation::Product:
            return torch::linear(value(here.first), weight(here));
        case CellOperation::Parameter:
            return weight(here).unsqueeze(0).expand({rows, -1});
        case CellOperation::Part:
            return value(here.first)
                .chunk(node(static_cast<size_t>(here.first)).blocks,
                       1)[static_cast<size_t>(here.block)];
        case CellOperation::Add:
            return value(here.first) + value(here.second);
        case CellOperation::Multiply:
            return value(here.first) * value(here.second);
        case CellOperation::OneMinus:
            return 1 - value(here.first);
        case CellOperation::Sigmoid:
            return value(here.first).sigmoid();
        case CellOperation::Tanh:
            return value(here.first).tanh();
        case CellOperation::Relu:
            return value(here.first).relu();
        case CellOperation::Normalise:
            break;
        }
        const Tensor& whole = value(here.first);
        return torch::layer_norm(whole, {whole.size(1)}, {}, {}, kCellEpsilon);
    }

    /// The quantities of a node after the hook has seen them.
    Tensor seen(size_t place, int64_t token, const Tensor& whole) const
    {
        std::vector<Tensor> blocks = whole.chunk(node(place).blocks, 1);
        for (const size_t quantity : m_seen[place]) {
            Tensor& block = blocks[static_cast<size_t>(m_graph.quantities()[quantity].block)];
            block = m_look.hook({m_layer, m_direction, token, quantity}, block);
        }
        return blocks.size() == 1 ? blocks.front() : torch::cat(blocks, 1);
    }

    const CellGraph& m_graph;
    const CellTensors& m_weights;
    const CellLook& m_look;
    int64_t m_layer, m_direction;
    std::vector<Tensor> m_values; ///< [node] in this step: [batch, blocks * hidden]
    std::vector<Tensor> m_products; ///< [node] for all tokens.
    std::vector<std::vector<size_t>> m_seen; ///< [node] quantities for the hook; empty: no hook.
};

std::vector<Tensor> initialStates(const CellGraph& graph, const CellTensors& weights,
                                  const CellStates& initial, int64_t row, const Tensor& input)
{
    std::vector<Tensor> states;
    for (size_t s = 0; s < graph.states(); ++s) {
        if (s < initial.size() && initial[s].defined()) {
            states.push_back(initial[s][row]);
            continue;
        }
        // Rows of a block of its projection, or of any parameter.
        const CellNode& after = graph.nodes()[static_cast<size_t>(graph.nextState(s))];
        size_t parameter = after.parameter >= 0 ? static_cast<size_t>(after.parameter) : 0;
        while (!weights[parameter].defined())
            ++parameter;
        const int64_t size = weights[parameter].size(0)
            / static_cast<int64_t>(graph.parameters()[parameter].blocks.size());
        states.push_back(torch::zeros({input.size(0), size}, input.options()));
    }
    return states;
}

/// Not padding [batch, length] bool.
Tensor realTokens(const Tensor& input, const Tensor& lengths)
{
    return torch::arange(input.size(1)).unsqueeze(0).lt(lengths.unsqueeze(1)).to(input.device());
}

} // namespace

CellOutput plainCells(const CellGraph& graph, const std::vector<CellTensors>& weights,
                      bool bidirectional, const Tensor& input, const Tensor& lengths,
                      const CellStates& initial, const CellLook& look, double dropout)
{
    const int64_t directions = bidirectional ? 2 : 1;
    const auto layers = static_cast<int64_t>(weights.size()) / directions;
    const Tensor mask = realTokens(input, lengths);
    Tensor values = input.masked_fill(mask.logical_not().unsqueeze(2), 0);
    std::vector<std::vector<Tensor>> last(graph.states());
    for (int64_t layer = 0; layer < layers; ++layer) {
        std::vector<Tensor> outputs;
        for (int64_t d = 0; d < directions; ++d) {
            const int64_t row = layer * directions + d;
            const CellTensors& each = weights[static_cast<size_t>(row)];
            std::vector<Tensor> states = initialStates(graph, each, initial, row, values);
            outputs.push_back(EquationWalk(graph, each, look, layer, d).run(values, mask, states));
            for (size_t s = 0; s < states.size(); ++s)
                last[s].push_back(states[s]);
        }
        values = torch::cat(outputs, 2); // [batch, length, directions * output]
        if (layer + 1 < layers && dropout > 0.0)
            values = torch::dropout(values, dropout, true);
    }
    CellOutput result{values, {}};
    for (const std::vector<Tensor>& states : last)
        result.states.push_back(torch::stack(states));
    return result;
}

Tensor plainCellDirection(const CellGraph& graph, const CellTensors& weights,
                          const CellMoment& place, const Tensor& input, const Tensor& lengths,
                          const CellLook& look)
{
    const Tensor mask = realTokens(input, lengths);
    const Tensor values = input.masked_fill(mask.logical_not().unsqueeze(2), 0);
    CellStates states = initialStates(graph, weights, {}, 0, values);
    return EquationWalk(graph, weights, look, place.layer, place.direction)
        .run(values, mask, states);
}

CellStates plainCellStep(const CellGraph& graph, const CellTensors& weights, const Tensor& input,
                         const CellStates& before, const CellLook& look)
{
    return EquationWalk(graph, weights, look, 0, 0).once(input, before);
}

} // namespace core
