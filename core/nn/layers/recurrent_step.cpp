#include "core/nn/layers/recurrent_step.h"

#include "core/nn/kernels/recurrent_cell.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/reference/recurrent_equations.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

Rows rowsOf(const Tensor& tensor)
{
    return tensor.defined() ? Rows{tensor.data_ptr<float>(), tensor.stride(0)} : Rows{};
}

/// What the products gave, in the order of the kernels' gates.
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

void runForward(CellKind cell, const ForwardStep& step)
{
    const RecurrentKernels& kernels = recurrentKernels();
    switch (cell) {
    case CellKind::Lstm:
        return kernels.lstmForward(step);
    case CellKind::Gru:
        return kernels.gruForward(step);
    case CellKind::RnnTanh:
        return kernels.tanhForward(step);
    case CellKind::RnnRelu:
        return kernels.reluForward(step);
    }
}

void runBackward(CellKind cell, const BackwardStep& step)
{
    const RecurrentKernels& kernels = recurrentKernels();
    switch (cell) {
    case CellKind::Lstm:
        return kernels.lstmBackward(step);
    case CellKind::Gru:
        return kernels.gruBackward(step);
    case CellKind::RnnTanh:
        return kernels.tanhBackward(step);
    case CellKind::RnnRelu:
        return kernels.reluBackward(step);
    }
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
        runForward(cell,
                   {.rows = hidden.size(0),
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
        runBackward(cell,
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

} // namespace

StepState recurrentStep(CellKind cell, const Tensor& inputSum, const Tensor& hiddenSum,
                        const StepState& before)
{
    if (!inputSum.is_cpu() || inputSum.scalar_type() != torch::kFloat32)
        return plainRecurrentStep(cell, inputSum, hiddenSum, before);
    std::vector<Tensor> inputs{inputSum, hiddenSum, before.hidden};
    if (cell == CellKind::Lstm)
        inputs.push_back(before.cell);
    const variable_list outputs
        = StepFunction::apply(at::TensorList(inputs), static_cast<int64_t>(cell));
    return {outputs[0], cell == CellKind::Lstm ? outputs[1] : Tensor()};
}

} // namespace core
