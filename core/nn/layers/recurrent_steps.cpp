#include "core/nn/layers/recurrent_steps.h"

#include "core/nn/cells/cell_layer.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/layers/stepped_linear.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

Rows rowsOf(const Tensor& tensor)
{
    return tensor.defined() ? Rows{tensor.data_ptr<float>(), tensor.stride(0)} : Rows{};
}

/// Adds the results of the products, in the order of the kernels' gates.
Tensor gateSums(CellKind cell, const Tensor& inputSum, const Tensor& hiddenSum)
{
    if (cell != CellKind::Gru)
        return inputSum + hiddenSum;
    const int64_t hidden = inputSum.size(1) / 3;
    Tensor gates = torch::empty({inputSum.size(0), 4 * hidden}, inputSum.options()); // q r z n
    gates.narrow(1, 0, hidden).copy_(hiddenSum.narrow(1, 2 * hidden, hidden));
    gates.narrow(1, hidden, 3 * hidden).copy_(inputSum);
    gates.narrow(1, hidden, 2 * hidden).add_(hiddenSum.narrow(1, 0, 2 * hidden));
    return gates;
}

Tensor denseOrZero(const Tensor& gradient, const Tensor& like)
{
    return gradient.defined() ? gradient.contiguous() : torch::zeros_like(like);
}

/// inputs: inputSum, hiddenSum, hidden, [cell]. outputs: hidden, [cell].
struct StepFunction : torch::autograd::Function<StepFunction> {
    static variable_list forward(AutogradContext* context, at::TensorList inputs, int64_t kind)
    {
        const auto cell = static_cast<CellKind>(kind);
        const Tensor hidden = inputs[2].contiguous();
        const Tensor before = cell == CellKind::Lstm ? inputs[3].contiguous() : Tensor();
        const Tensor gates = gateSums(cell, inputs[0], inputs[1]);
        const Tensor zeros = torch::zeros({gates.size(1)}, gates.options());
        const Tensor after = before.defined() ? torch::empty_like(before) : Tensor();
        const Tensor output = torch::empty_like(hidden);
        recurrentKernels().stepForward[kind]({.rows = hidden.size(0),
                                              .hidden = hidden.size(1),
                                              .gates = rowsOf(gates),
                                              .bias = zeros.data_ptr<float>(),
                                              .previousHidden = rowsOf(hidden),
                                              .previousCell = rowsOf(before),
                                              .cell = rowsOf(after),
                                              .output = rowsOf(output)});
        context->saved_data["kind"] = kind;
        context->set_materialize_grads(false);
        context->save_for_backward({gates, hidden, before, after, output});
        variable_list outputs{output};
        if (after.defined())
            outputs.push_back(after);
        return outputs;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        refuseSecondDerivative();
        const auto cell = static_cast<CellKind>(context->saved_data["kind"].toInt());
        const variable_list saved = context->get_saved_variables();
        const Tensor& output = saved[4];
        const bool lstm = cell == CellKind::Lstm;
        const Tensor outputGradient = denseOrZero(gradients[0], output);
        Tensor cellGradient; // a copy, which becomes that of the cell before
        if (lstm)
            cellGradient = gradients[1].defined() ? gradients[1].clone().contiguous()
                                                  : torch::zeros_like(output);
        const Tensor gateGradient = torch::empty_like(saved[0]);
        const Tensor previous = cell == CellKind::Gru ? torch::zeros_like(output) : Tensor();
        recurrentKernels().stepBackward[static_cast<size_t>(cell)](
            {.rows = output.size(0),
             .hidden = output.size(1),
             .gates = rowsOf(saved[0]),
             .output = rowsOf(output),
             .previousHidden = rowsOf(saved[1]),
             .previousCell = rowsOf(saved[2]),
             .cell = rowsOf(saved[3]),
             .outputGradient = rowsOf(outputGradient),
             .gateGradient = rowsOf(gateGradient),
             .cellGradient = rowsOf(cellGradient),
             .previousGradient = rowsOf(previous)});
        variable_list result = sumGradients(cell, gateGradient);
        result.push_back(previous);
        if (lstm)
            result.push_back(cellGradient);
        result.emplace_back(); // of the kind
        return result;
    }

    static variable_list sumGradients(CellKind cell, const Tensor& gates)
    {
        if (cell != CellKind::Gru)
            return {gates, gates};
        const int64_t hidden = gates.size(1) / 4; // q r z n
        return {gates.narrow(1, hidden, 3 * hidden),
                torch::cat({gates.narrow(1, hidden, 2 * hidden), gates.narrow(1, 0, hidden)}, 1)};
    }
};

/// The same by LibTorch's operations: any device and floating type, differentiable any number of
/// times.
CellStates plainStep(CellKind cell, const Tensor& inputSum, const Tensor& hiddenSum,
                     const CellStates& before)
{
    if (cell == CellKind::Gru) {
        const auto fromInput = inputSum.chunk(3, 1); // r z n, each [rows, hidden]
        const auto fromState = hiddenSum.chunk(3, 1);
        const Tensor reset = (fromInput[0] + fromState[0]).sigmoid();
        const Tensor update = (fromInput[1] + fromState[1]).sigmoid();
        const Tensor candidate = (fromInput[2] + reset * fromState[2]).tanh();
        return {(1 - update) * candidate + update * before[0]};
    }
    const Tensor sum = inputSum + hiddenSum;
    if (cell != CellKind::Lstm)
        return {cell == CellKind::RnnTanh ? sum.tanh() : sum.relu()};
    const auto gates = sum.chunk(4, 1); // i f g o, each [rows, hidden]
    const Tensor after = gates[1].sigmoid() * before[1] + gates[0].sigmoid() * gates[2].tanh();
    return {gates[3].sigmoid() * after.tanh(), after};
}

/// One step of one layer of torchCell(), given the results of its two products, biases included.
/// float32 on the CPU runs the kernel as one node of autograd, differentiable once.
/// @param inputSum   W x + b [rows, gates * hidden], gates in PyTorch's order
/// @param hiddenSum  U h' + d, as large
CellStates kernelStep(CellKind cell, const Tensor& inputSum, const Tensor& hiddenSum,
                      const CellStates& before)
{
    if (!inputSum.is_cpu() || inputSum.scalar_type() != torch::kFloat32)
        return plainStep(cell, inputSum, hiddenSum, before);
    std::vector<Tensor> inputs{inputSum, hiddenSum};
    inputs.insert(inputs.end(), before.begin(), before.end());
    return StepFunction::apply(at::TensorList(inputs), static_cast<int64_t>(cell));
}

/// Layers of torchCell(). The matrix of the first layer is taken apart.
class KernelSteps : public LayerSteps {
public:
    KernelSteps(const RecurrentImpl& layers, int64_t known, double dropout)
        : m_cell(*layers.graph().kernel()), m_dropout(layers.options().layers, dropout)
    {
        const std::vector<CellTensors>& weights = layers.weights(); // W, U, b, d
        const Tensor& first = weights.front()[0];
        m_known = SteppedLinear(first.narrow(1, 0, known), weights.front()[2]);
        if (const int64_t rest = first.size(1) - known; rest > 0)
            m_rest = SteppedLinear(first.narrow(1, known, rest));
        for (size_t layer = 0; layer < weights.size(); ++layer) {
            m_input.push_back(layer == 0 ? SteppedLinear()
                                         : SteppedLinear(weights[layer][0], weights[layer][2]));
            m_hidden.emplace_back(weights[layer][1], weights[layer][3]);
        }
    }

    Tensor prepared(const Tensor& known) const override { return m_known(known); }

    void step(const Tensor& prepared, const Tensor& rest, std::vector<CellStates>& states,
              const Tensor& marks) const override
    {
        Tensor sums = rest.defined() ? prepared + m_rest(rest) : prepared; // [rows, gates * state]
        for (size_t layer = 0; layer < states.size(); ++layer) {
            if (layer > 0)
                sums = m_input[layer](m_dropout.input(layer, states, marks));
            states[layer]
                = kernelStep(m_cell, sums, m_hidden[layer](states[layer].front()), states[layer]);
        }
    }

private:
    CellKind m_cell;
    LayerDropout m_dropout;
    SteppedLinear m_known, m_rest;
    std::vector<SteppedLinear> m_input; ///< By layer; the first is taken apart.
    std::vector<SteppedLinear> m_hidden;
};

class EquationSteps : public LayerSteps {
public:
    EquationSteps(const RecurrentImpl& layers, double dropout)
        : m_graph(layers.graph())
        , m_weights(layers.weights())
        , m_dropout(layers.options().layers, dropout)
    {
        const Tensor& any = m_weights.front().front();
        if (!any.is_cpu() || any.scalar_type() != torch::kFloat32)
            return;
        for (size_t layer = 0; layer < m_weights.size(); ++layer)
            m_fused.emplace_back(layers.program(static_cast<int64_t>(layer)), m_weights[layer]);
    }

    Tensor prepared(const Tensor& known) const override { return known; }

    void step(const Tensor& prepared, const Tensor& rest, std::vector<CellStates>& states,
              const Tensor& marks) const override
    {
        Tensor input = rest.defined() ? torch::cat({prepared, rest}, 1) : prepared;
        for (size_t layer = 0; layer < states.size(); ++layer) {
            if (layer > 0)
                input = m_dropout.input(layer, states, marks);
            states[layer] = m_fused.empty()
                ? plainCellStep(m_graph, m_weights[layer], input, states[layer])
                : m_fused[layer](input, states[layer]);
        }
    }

private:
    const CellGraph& m_graph;
    const std::vector<CellTensors>& m_weights;
    LayerDropout m_dropout;
    std::vector<SteppedCell> m_fused; ///< By layer; none: the plain equations.
};

} // namespace

LayerDropout::LayerDropout(int64_t layers, double dropout)
    : m_masks(static_cast<size_t>(layers - 1))
{
    if (dropout > 0.0)
        std::generate(m_masks.begin(), m_masks.end(), [&] { return drawDropoutMask(dropout); });
}

std::unique_ptr<LayerSteps> layerSteps(const RecurrentImpl& layers, int64_t known, double dropout)
{
    if (layers.graph().kernel())
        return std::make_unique<KernelSteps>(layers, known, dropout);
    return std::make_unique<EquationSteps>(layers, dropout);
}

} // namespace core
