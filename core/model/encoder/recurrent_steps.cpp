#include "core/model/encoder/recurrent_steps.h"

#include "core/nn/cells/cell_layer.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/recurrent_step.h"
#include "core/nn/layers/stepped_linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;

/// The matrix of the first layer is taken apart.
class TorchSteps : public LayerSteps {
public:
    TorchSteps(const RecurrentImpl& layers, int64_t known, double dropout)
        : m_cell(layers.options().cell), m_dropout(dropout)
    {
        const std::vector<CellWeights>& weights = layers.weights();
        const Tensor& first = weights.front().input;
        m_known = SteppedLinear(first.narrow(1, 0, known), weights.front().inputBias);
        if (const int64_t rest = first.size(1) - known; rest > 0)
            m_rest = SteppedLinear(first.narrow(1, known, rest));
        for (size_t layer = 0; layer < weights.size(); ++layer) {
            m_input.push_back(layer == 0
                                  ? SteppedLinear()
                                  : SteppedLinear(weights[layer].input, weights[layer].inputBias));
            m_hidden.emplace_back(weights[layer].hidden, weights[layer].hiddenBias);
        }
    }

    Tensor prepared(const Tensor& known) const override { return m_known(known); }

    void step(const Tensor& prepared, const Tensor& rest,
              std::vector<CellStates>& states) const override
    {
        Tensor sums = rest.defined() ? prepared + m_rest(rest) : prepared; // [rows, gates * state]
        for (size_t layer = 0; layer < states.size(); ++layer) {
            CellStates& state = states[layer];
            if (layer > 0)
                sums = m_input[layer](dropOut(states[layer - 1].front(), m_dropout));
            const StepState before{state.front(), state.size() > 1 ? state[1] : Tensor()};
            const StepState after
                = recurrentStep(m_cell, sums, m_hidden[layer](before.hidden), before);
            state.front() = after.hidden;
            if (state.size() > 1)
                state[1] = after.cell;
        }
    }

private:
    CellKind m_cell;
    double m_dropout;
    SteppedLinear m_known, m_rest;
    std::vector<SteppedLinear> m_input; ///< By layer; the first is taken apart.
    std::vector<SteppedLinear> m_hidden;
};

class EquationSteps : public LayerSteps {
public:
    EquationSteps(const CellsImpl& layers, double dropout)
        : m_graph(layers.graph()), m_weights(layers.weights()), m_dropout(dropout)
    {
        const Tensor& any = m_weights.front().front();
        if (!any.is_cpu() || any.scalar_type() != torch::kFloat32)
            return;
        for (size_t layer = 0; layer < m_weights.size(); ++layer)
            m_fused.emplace_back(layers.program(static_cast<int64_t>(layer)), m_weights[layer]);
    }

    Tensor prepared(const Tensor& known) const override { return known; }

    void step(const Tensor& prepared, const Tensor& rest,
              std::vector<CellStates>& states) const override
    {
        Tensor input = rest.defined() ? torch::cat({prepared, rest}, 1) : prepared;
        for (size_t layer = 0; layer < states.size(); ++layer) {
            if (layer > 0)
                input = dropOut(states[layer - 1].front(), m_dropout);
            states[layer] = m_fused.empty()
                ? plainCellStep(m_graph, m_weights[layer], input, states[layer])
                : m_fused[layer](input, states[layer]);
        }
    }

private:
    const CellGraph& m_graph;
    const std::vector<CellTensors>& m_weights;
    double m_dropout;
    std::vector<SteppedCell> m_fused; ///< By layer; none: the plain equations.
};

} // namespace

std::unique_ptr<LayerSteps> torchSteps(const RecurrentImpl& layers, int64_t known, double dropout)
{
    return std::make_unique<TorchSteps>(layers, known, dropout);
}

std::unique_ptr<LayerSteps> cellSteps(const CellsImpl& layers, double dropout)
{
    return std::make_unique<EquationSteps>(layers, dropout);
}

} // namespace core
