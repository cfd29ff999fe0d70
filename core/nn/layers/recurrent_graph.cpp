#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"

// Recurrent layers in a graph: the body of a loop over tokens is made from the cell's equations, so
// that every cell has a graph.

namespace core {

namespace {

/// One direction of one layer.
class CellInGraph {
public:
    CellInGraph(GraphBuilder& builder, const CellGraph& cell, const CellTensors& weights,
                int64_t hidden)
        : m_builder(builder)
        , m_cell(cell)
        , m_weights(weights)
        , m_hidden(hidden)
        , m_products(cell.nodes().size())
        , m_values(cell.nodes().size())
    {
    }

    /// Computes what depends on inputs only, for all tokens at once.
    /// @param input [..., features]
    void multiplyInputs(GraphValue input)
    {
        for (size_t place = 0; place < m_products.size(); ++place) {
            const CellNode& node = m_cell.nodes()[place];
            if (node.operation != CellOperation::InputProduct
                && node.operation != CellOperation::Input)
                continue;
            const torch::Tensor& matrix = weight(node);
            m_products[place] = matrix.defined() ? m_builder.linear(input, matrix, {}) : input;
        }
    }

    /// The states after a step. @param product  the part of multiplyInputs() for this token.
    GraphValues step(const GraphValues& before,
                     const std::function<GraphValue(GraphValue product)>& product)
    {
        for (size_t place = 0; place < m_values.size(); ++place)
            m_values[place] = computed(place, before, product);
        GraphValues after;
        for (size_t state = 0; state < m_cell.states(); ++state)
            after.push_back(value(m_cell.nextState(state)));
        return after;
    }

private:
    const torch::Tensor& weight(const CellNode& node) const
    {
        return m_weights[static_cast<size_t>(node.parameter)];
    }
    const GraphValue& value(int place) const { return m_values[static_cast<size_t>(place)]; }

    GraphValue computed(size_t place, const GraphValues& before,
                        const std::function<GraphValue(GraphValue)>& product)
    {
        const CellNode& node = m_cell.nodes()[place];
        switch (node.operation) {
        case CellOperation::Input:
        case CellOperation::InputProduct:
            return product(m_products[place]);
        case CellOperation::State:
            return before[static_cast<size_t>(node.state)];
        case CellOperation::Product:
            return m_builder.linear(value(node.first), weight(node), {});
        case CellOperation::Parameter:
            return m_builder.unsqueeze(m_builder.weight(weight(node)), 0);
        case CellOperation::Part:
            return m_builder.slice(value(node.first), 1, node.block * m_hidden,
                                   (node.block + 1) * m_hidden);
        case CellOperation::Add:
            return value(node.first) + value(node.second);
        case CellOperation::Multiply:
            return value(node.first) * value(node.second);
        case CellOperation::OneMinus:
            return 1.0 - value(node.first);
        case CellOperation::Sigmoid:
            return sigmoid(value(node.first));
        case CellOperation::Tanh:
            return tanh(value(node.first));
        case CellOperation::Relu:
            return relu(value(node.first));
        case CellOperation::Normalise:
            break;
        }
        return m_builder.layerNorm(value(node.first), {}, {}, kCellEpsilon);
    }

    GraphBuilder& m_builder;
    const CellGraph& m_cell;
    const CellTensors& m_weights;
    int64_t m_hidden;
    GraphValues m_products; ///< [node]; nothing where it depends on states.
    GraphValues m_values; ///< [node] in this step.
};

/// One direction over all tokens. @param states  become those after the last token.
/// @return [batch, length, output]
GraphValue sweepInGraph(GraphBuilder& builder, CellInGraph& cell, GraphValue input, GraphValue mask,
                        bool backwards, GraphValues& states)
{
    cell.multiplyInputs(input);
    const GraphValue length = builder.size(input, 1);
    const auto step = [&](GraphValue index, const GraphValues& before) {
        const GraphValue token = backwards ? length - 1.0 - index : index;
        const GraphValues after = cell.step(
            before, [&](GraphValue product) { return builder.select(product, 1, token); });
        if (!mask.defined())
            return GraphStep{after, {after.front()}};
        const GraphValue real = builder.unsqueeze(builder.select(mask, 1, token), 1); // [batch, 1]
        GraphStep result;
        for (size_t i = 0; i < after.size(); ++i)
            result.states.push_back(choose(real, after[i], before[i]));
        result.kept = {builder.fillWhere(after.front(), !real, 0.0)};
        return result;
    };
    const GraphStep all = builder.loop(length, states, 1, step);
    states = all.states;
    const GraphValue output = backwards ? builder.reverse(all.kept.front(), 0) : all.kept.front();
    return builder.transpose(output, {1, 0, 2});
}

} // namespace

GraphLayers RecurrentImpl::inGraph(GraphBuilder& builder, GraphValue input, GraphValue mask,
                                   const std::vector<GraphValues>& initial) const
{
    const std::vector<int64_t> sizes = stateSizes();
    GraphLayers result{input, std::vector<GraphValues>(sizes.size())};
    GraphValue values = input;
    for (int64_t layer = 0; layer < m_options.layers; ++layer) {
        GraphValues outputs;
        for (int64_t direction = 0; direction < m_options.directions(); ++direction) {
            const auto row = static_cast<size_t>(layer * m_options.directions() + direction);
            GraphValues states;
            for (size_t i = 0; i < sizes.size(); ++i)
                states.push_back(initial.empty()
                                     ? builder.filled({builder.size(input, 0), sizes[i]}, 0.0)
                                     : initial[i].at(row));
            CellInGraph cell(builder, graph(), m_weights[row], m_options.hiddenSize);
            outputs.push_back(sweepInGraph(builder, cell, values, mask, direction == 1, states));
            for (size_t i = 0; i < sizes.size(); ++i)
                result.states[i].push_back(states[i]);
        }
        result.output = outputs.size() == 1 ? outputs.front() : builder.join(outputs, 2);
        if (m_options.connections == LayerConnections::Residual && layer > 0)
            result.output = result.output + values;
        values = m_options.connections == LayerConnections::Dense
            ? builder.join({values, result.output}, 2)
            : result.output;
    }
    return result;
}

GraphValues RecurrentImpl::stepInGraph(GraphBuilder& builder, int64_t layer, GraphValue input,
                                       const GraphValues& before) const
{
    CellInGraph cell(builder, graph(), m_weights[static_cast<size_t>(layer)], m_options.hiddenSize);
    cell.multiplyInputs(input);
    return cell.step(before, [](GraphValue product) { return product; });
}

} // namespace core
