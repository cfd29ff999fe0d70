#include "core/nn/kernels/recurrent_layer.h"

#include "core/nn/kernels/end_states.h"
#include "core/nn/kernels/recurrent_sweep.h"
#include "core/nn/kernels/second_derivative.h"

#include <torch/csrc/autograd/custom_function.h>

namespace core {
namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// What a node of autograd has to know of its layer beside tensors.
struct LayerPlan : torch::CustomClassHolder {
    LayerSizes sizes;
    PackedLayoutPtr layout;
    bool hasHidden = false; ///< An initial hidden state is given.
    bool hasCell = false;

    bool isLstm() const { return sizes.cell == CellKind::Lstm; }
    size_t weightsEach() const { return sizes.projection > 0 ? 5 : 4; }
};
using LayerPlanPtr = c10::intrusive_ptr<LayerPlan>;

/// The node's inputs, in this order: input, [hidden], [cell], then each direction's weights.
struct Inputs {
    Inputs(at::TensorList list, const LayerPlan& plan)
    {
        size_t next = 0;
        input = list[next++].contiguous();
        if (plan.hasHidden)
            hidden = list[next++];
        if (plan.hasCell)
            cell = list[next++];
        for (int64_t d = 0; d < plan.sizes.directions; ++d, next += plan.weightsEach())
            weights.push_back({list[next], list[next + 1], list[next + 2], list[next + 3],
                               plan.sizes.projection > 0 ? list[next + 4] : Tensor()});
    }

    Tensor input, hidden, cell;
    std::vector<CellWeights> weights;
};

variable_list inputList(const Tensor& input, const RecurrentState& initial,
                        const std::vector<CellWeights>& weights)
{
    variable_list list{input};
    for (const Tensor& state : {initial.hidden, initial.cell})
        if (state.defined())
            list.push_back(state);
    for (const CellWeights& each : weights)
        for (const Tensor& tensor :
             {each.input, each.hidden, each.inputBias, each.hiddenBias, each.projection})
            if (tensor.defined())
                list.push_back(tensor);
    return list;
}

float* data(const Tensor& tensor)
{
    return tensor.defined() ? tensor.data_ptr<float>() : nullptr;
}

/// The gradients of one direction's weights while they are summed up.
struct SummedGradients {
    explicit SummedGradients(const LayerSizes& sizes)
    {
        const GateBlocks blocks = gateBlocks(sizes.cell);
        input = torch::zeros({blocks.inputGates * sizes.hidden, sizes.input});
        hidden = torch::zeros({blocks.hiddenGates * sizes.hidden, sizes.output()});
        bias = torch::zeros({sizes.gateColumns()});
        if (sizes.projection > 0)
            projection = torch::zeros({sizes.projection, sizes.hidden});
    }

    WeightGradients arrays() const
    {
        return {data(input), data(hidden), data(bias), data(projection)};
    }

    /// In PyTorch's order of parameters and gates.
    void appendTo(variable_list& list, const LayerSizes& sizes) const
    {
        const int64_t h = sizes.hidden;
        const bool gru = sizes.cell == CellKind::Gru; // the biases of q and n are apart
        list.push_back(input);
        list.push_back(restoreHidden(hidden, sizes.cell));
        list.push_back(gru ? bias.narrow(0, h, 3 * h).clone() : bias);
        list.push_back(gru ? restoreHidden(bias.narrow(0, 0, 3 * h), sizes.cell) : bias.clone());
        if (projection.defined())
            list.push_back(projection);
    }

    Tensor input, hidden, bias, projection;
};

/// What a forward pass leaves for backward, beside the node's inputs.
struct Kept {
    Tensor gates, cell, unprojected, output;
};

Kept makeArrays(const LayerPlan& plan)
{
    const LayerSizes& sizes = plan.sizes;
    const auto overTokens = [&](bool wanted, int64_t width) {
        return wanted
            ? torch::empty({plan.layout->tokens(), sizes.directions * width}, torch::kFloat32)
            : Tensor();
    };
    return {overTokens(true, sizes.gateColumns()), overTokens(plan.isLstm(), sizes.hidden),
            overTokens(sizes.projection > 0, sizes.hidden), overTokens(true, sizes.output())};
}

/// One backward pass: the tensors that it needs, and the arrays that point into them.
class BackwardPass {
public:
    BackwardPass(const LayerPlan& plan, const Inputs& inputs, const Kept& kept,
                 const variable_list& gradients, bool inputWanted)
        : m_plan(plan), m_sizes(plan.sizes), m_inputs(inputs), m_kept(kept)
    {
        m_outputGradient = torch::empty(kept.output.sizes(), torch::kFloat32);
        if (gradients[0].defined())
            m_outputGradient.copy_(gradients[0]);
        else
            m_outputGradient.zero_();
        addEndGradients(gradients[1], *plan.layout, m_outputGradient);
        if (plan.isLstm())
            m_cellGradient = gradients[2].defined() ? byPlace(gradients[2], *plan.layout)
                                                    : zeroStates(m_sizes.hidden);
        if (plan.hasHidden)
            m_hiddenGradient = zeroStates(m_sizes.output());
        // The one gate of an RNN takes the place of what it is made of, element by element.
        const bool plain = gateBlocks(m_sizes.cell).width == 1 && m_sizes.projection == 0;
        m_gateGradient = plain
            ? m_outputGradient
            : torch::empty({plan.layout->tokens(), m_sizes.directions * m_sizes.gateColumns()},
                           torch::kFloat32);
        if (inputWanted)
            m_inputGradient = torch::empty(inputs.input.sizes(), torch::kFloat32);
        m_firstHidden = byPlace(inputs.hidden, *plan.layout);
        m_firstCell = byPlace(inputs.cell, *plan.layout);
    }

    /// The gradients of the node's inputs, in their order.
    variable_list run()
    {
        BackwardArrays arrays = makeBackwardArrays();
        for (const CellWeights& weights : m_inputs.weights)
            arrays.weights.push_back(packBackward(weights, m_sizes));
        sweepBackward(arrays);
        if (m_inputGradient.defined())
            sweepInputGradient(arrays);
        variable_list result{m_inputGradient};
        if (m_plan.hasHidden)
            result.push_back(byBatch(m_hiddenGradient, *m_plan.layout));
        if (m_plan.hasCell)
            result.push_back(byBatch(m_cellGradient, *m_plan.layout));
        appendWeightGradients(arrays, result);
        return result;
    }

private:
    Tensor zeroStates(int64_t width) const
    {
        return torch::zeros({m_sizes.directions, m_plan.layout->batch(), width});
    }

    BackwardArrays makeBackwardArrays() const
    {
        return {.layout = m_plan.layout.get(),
                .sizes = m_sizes,
                .weights = {},
                .input = data(m_inputs.input),
                .initialHidden = data(m_firstHidden),
                .initialCell = data(m_firstCell),
                .gates = data(m_kept.gates),
                .cell = data(m_kept.cell),
                .unprojected = data(m_kept.unprojected),
                .output = data(m_kept.output),
                .outputGradient = data(m_outputGradient),
                .gateGradient = data(m_gateGradient),
                .cellGradient = data(m_cellGradient),
                .hiddenGradient = data(m_hiddenGradient),
                .inputGradient = data(m_inputGradient)};
    }

    void appendWeightGradients(const BackwardArrays& arrays, variable_list& result) const
    {
        std::vector<SummedGradients> sums;
        std::vector<WeightGradients> into;
        for (int64_t d = 0; d < m_sizes.directions; ++d) {
            sums.emplace_back(m_sizes);
            into.push_back(sums.back().arrays());
        }
        sweepWeightGradients(arrays, into);
        for (const SummedGradients& each : sums)
            each.appendTo(result, m_sizes);
    }

    const LayerPlan& m_plan;
    const LayerSizes& m_sizes;
    const Inputs& m_inputs;
    const Kept& m_kept;
    Tensor m_firstHidden, m_firstCell;
    Tensor m_outputGradient, m_gateGradient, m_cellGradient, m_hiddenGradient, m_inputGradient;
};

struct LayerFunction : torch::autograd::Function<LayerFunction> {
    static variable_list forward(AutogradContext* context, at::TensorList list,
                                 const LayerPlanPtr& plan)
    {
        const LayerSizes& sizes = plan->sizes;
        const Inputs inputs(list, *plan);
        const Kept kept = makeArrays(*plan);
        const Tensor firstHidden = byPlace(inputs.hidden, *plan->layout);
        const Tensor firstCell = byPlace(inputs.cell, *plan->layout);
        ForwardArrays arrays{.layout = plan->layout.get(),
                             .sizes = sizes,
                             .weights = {},
                             .input = data(inputs.input),
                             .initialHidden = data(firstHidden),
                             .initialCell = data(firstCell),
                             .gates = data(kept.gates),
                             .cell = data(kept.cell),
                             .unprojected = data(kept.unprojected),
                             .output = data(kept.output)};
        for (const CellWeights& weights : inputs.weights)
            arrays.weights.push_back(packForward(weights, sizes));
        sweepForward(arrays);

        context->saved_data["plan"] = c10::IValue::make_capsule(plan);
        context->set_materialize_grads(false);
        variable_list saved(list.begin(), list.end());
        const bool outputTells = gateBlocks(sizes.cell).width == 1; // of an RNN h is all
        saved.insert(
            saved.end(),
            {outputTells ? Tensor() : kept.gates, kept.cell, kept.unprojected, kept.output});
        context->save_for_backward(std::move(saved));
        variable_list outputs{
            kept.output, endStates(kept.output, *plan->layout, sizes.directions, sizes.output())};
        if (plan->isLstm())
            outputs.push_back(endStates(kept.cell, *plan->layout, sizes.directions, sizes.hidden));
        return outputs;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        refuseSecondDerivative();
        const auto plan = c10::static_intrusive_pointer_cast<LayerPlan>(
            context->saved_data["plan"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        const size_t count = saved.size() - 4; // as many as the node's inputs
        const Inputs inputs(at::TensorList(saved.data(), count), *plan);
        const Kept kept{saved[count], saved[count + 1], saved[count + 2], saved[count + 3]};
        variable_list result
            = BackwardPass(*plan, inputs, kept, gradients, context->needs_input_grad(0)).run();
        result.emplace_back(); // the plan's
        return result;
    }
};

} // namespace

LayerOutput fusedLayer(const Tensor& input, const RecurrentState& initial,
                       const std::vector<CellWeights>& weights, const LayerSizes& sizes,
                       const PackedLayoutPtr& layout)
{
    auto plan = c10::make_intrusive<LayerPlan>();
    plan->sizes = sizes;
    plan->layout = layout;
    plan->hasHidden = initial.hidden.defined();
    plan->hasCell = initial.cell.defined();
    const variable_list list = inputList(input, initial, weights);
    const variable_list outputs = LayerFunction::apply(at::TensorList(list), plan);
    return {outputs[0], outputs[1], plan->isLstm() ? outputs[2] : Tensor()};
}

} // namespace core
