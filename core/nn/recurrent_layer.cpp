#include "core/nn/recurrent_layer.h"

#include "core/base/error.h"
#include "core/nn/recurrent_sweep.h"

#include <torch/csrc/autograd/custom_function.h>

#include <cstring>

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

/// [directions, batch, size] with the batch's order -> by place. Undefined stays undefined.
Tensor byPlace(const Tensor& states, const PackedLayout& layout)
{
    if (!states.defined())
        return states;
    return states.detach().index_select(1, torch::tensor(layout.order)).contiguous();
}

/// The other way round.
Tensor byBatch(const Tensor& states, const PackedLayout& layout)
{
    return torch::empty_like(states).index_copy_(1, torch::tensor(layout.order), states);
}

float* data(const Tensor& tensor)
{
    return tensor.defined() ? tensor.data_ptr<float>() : nullptr;
}

/// Calls visit(row of the packed form that ends a sequence, direction, row of the batch).
template <typename Visit>
void forEachEnd(const PackedLayout& layout, int64_t directions, const Visit& visit)
{
    for (int64_t place = 0; place < layout.batch(); ++place) {
        const auto index = static_cast<size_t>(place);
        visit(layout.row(layout.lengths[index] - 1, place), int64_t{0}, layout.order[index]);
        if (directions == 2)
            visit(layout.row(0, place), int64_t{1}, layout.order[index]);
    }
}

/// The state after each sequence's last token: [tokens, directions * width] -> [directions, batch,
/// width].
Tensor endStates(const Tensor& states, const LayerPlan& plan, int64_t width)
{
    const int64_t directions = plan.sizes.directions;
    const int64_t batch = plan.layout->batch();
    Tensor result = torch::empty({directions, batch, width}, states.options());
    const float* from = data(states);
    float* to = data(result);
    forEachEnd(*plan.layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        std::memcpy(to + (direction * batch + place) * width,
                    from + (row * directions + direction) * width,
                    static_cast<size_t>(width) * sizeof(float));
    });
    return result;
}

/// Adds the gradient of the end states to that of all outputs.
void addEndGradients(const Tensor& ends, const LayerPlan& plan, int64_t width, const Tensor& into)
{
    if (!ends.defined())
        return;
    const int64_t directions = plan.sizes.directions;
    const int64_t batch = plan.layout->batch();
    const Tensor dense = ends.contiguous();
    forEachEnd(*plan.layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        const float* from = data(dense) + (direction * batch + place) * width;
        float* to = data(into) + (row * directions + direction) * width;
        for (int64_t i = 0; i < width; ++i)
            to[i] += from[i];
    });
}

/// The gradients of one direction's weights while they are summed up.
struct SummedGradients {
    SummedGradients(const LayerSizes& sizes, const torch::TensorOptions& options)
    {
        const GateBlocks blocks = gateBlocks(sizes.cell);
        input = torch::zeros({blocks.inputGates * sizes.hidden, sizes.input}, options);
        hidden = torch::zeros({blocks.hiddenGates * sizes.hidden, sizes.output()}, options);
        bias = torch::zeros({sizes.gateColumns()}, options);
        if (sizes.projection > 0)
            projection = torch::zeros({sizes.projection, sizes.hidden}, options);
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

void refuseSecondDerivative()
{
    if (torch::GradMode::is_enabled())
        throw Error(ErrorCode::Internal,
                    {"The fused recurrent layer has no second derivative.", {}},
                    {"Use the plain reference cells for gradients of gradients.", {}});
}

struct LayerFunction : torch::autograd::Function<LayerFunction> {
    static variable_list forward(AutogradContext* context, at::TensorList list,
                                 const LayerPlanPtr& plan)
    {
        const LayerSizes& sizes = plan->sizes;
        const Inputs inputs(list, *plan);
        const int64_t tokens = plan->layout->tokens();
        const auto options = inputs.input.options();
        const auto overTokens = [&](bool wanted, int64_t width) {
            return wanted ? torch::empty({tokens, sizes.directions * width}, options) : Tensor();
        };
        const Tensor gates = overTokens(true, sizes.gateColumns());
        const Tensor cell = overTokens(plan->isLstm(), sizes.hidden);
        const Tensor unprojected = overTokens(sizes.projection > 0, sizes.hidden);
        const Tensor output = overTokens(true, sizes.output());
        const Tensor firstHidden = byPlace(inputs.hidden, *plan->layout);
        const Tensor firstCell = byPlace(inputs.cell, *plan->layout);

        ForwardArrays arrays{plan->layout.get(), sizes,           {},          data(inputs.input),
                             data(firstHidden),  data(firstCell), data(gates), data(cell),
                             data(unprojected),  data(output)};
        for (const CellWeights& weights : inputs.weights)
            arrays.weights.push_back(packForward(weights, sizes));
        sweepForward(arrays);

        context->saved_data["plan"] = c10::IValue::make_capsule(plan);
        context->set_materialize_grads(false);
        variable_list saved(list.begin(), list.end());
        saved.insert(saved.end(), {gates, cell, unprojected, output});
        context->save_for_backward(std::move(saved));
        variable_list outputs{output, endStates(output, *plan, sizes.output())};
        if (plan->isLstm())
            outputs.push_back(endStates(cell, *plan, sizes.hidden));
        return outputs;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        refuseSecondDerivative();
        const auto plan = c10::static_intrusive_pointer_cast<LayerPlan>(
            context->saved_data["plan"].toCapsule());
        const LayerSizes& sizes = plan->sizes;
        const variable_list saved = context->get_saved_variables();
        const size_t count = saved.size() - 4;
        const Inputs inputs(at::TensorList(saved.data(), count), *plan);
        const auto options = inputs.input.options();
        const int64_t batch = plan->layout->batch();
        const auto states = [&](bool wanted, int64_t width) {
            return wanted ? torch::zeros({sizes.directions, batch, width}, options) : Tensor();
        };

        const Tensor& output = saved[count + 3];
        const Tensor outputGradient = gradients[0].defined()
            ? gradients[0].clone(at::MemoryFormat::Contiguous)
            : torch::zeros_like(output);
        addEndGradients(gradients[1], *plan, sizes.output(), outputGradient);
        Tensor cellGradient = states(plan->isLstm(), sizes.hidden);
        if (plan->isLstm() && gradients[2].defined())
            cellGradient = byPlace(gradients[2], *plan->layout);
        const Tensor hiddenGradient = states(plan->hasHidden, sizes.output());
        const Tensor gateGradient = torch::empty_like(saved[count]);
        const Tensor inputGradient
            = context->needs_input_grad(0) ? torch::empty_like(inputs.input) : Tensor();
        const Tensor firstHidden = byPlace(inputs.hidden, *plan->layout);
        const Tensor firstCell = byPlace(inputs.cell, *plan->layout);

        BackwardArrays arrays{.layout = plan->layout.get(),
                              .sizes = sizes,
                              .weights = {},
                              .input = data(inputs.input),
                              .initialHidden = data(firstHidden),
                              .initialCell = data(firstCell),
                              .gates = data(saved[count]),
                              .cell = data(saved[count + 1]),
                              .unprojected = data(saved[count + 2]),
                              .output = data(output),
                              .outputGradient = data(outputGradient),
                              .gateGradient = data(gateGradient),
                              .cellGradient = data(cellGradient),
                              .hiddenGradient = data(hiddenGradient),
                              .inputGradient = data(inputGradient)};
        for (const CellWeights& weights : inputs.weights)
            arrays.weights.push_back(packBackward(weights, sizes));
        sweepBackward(arrays);
        if (inputGradient.defined())
            sweepInputGradient(arrays);

        variable_list result{inputGradient};
        if (plan->hasHidden)
            result.push_back(byBatch(hiddenGradient, *plan->layout));
        if (plan->hasCell)
            result.push_back(byBatch(cellGradient, *plan->layout));
        appendWeightGradients(arrays, options, result);
        result.emplace_back(); // the plan's
        return result;
    }

private:
    static void appendWeightGradients(const BackwardArrays& arrays,
                                      const torch::TensorOptions& options, variable_list& result)
    {
        std::vector<SummedGradients> sums;
        std::vector<WeightGradients> into;
        for (int64_t d = 0; d < arrays.sizes.directions; ++d) {
            sums.emplace_back(arrays.sizes, options);
            into.push_back(sums.back().arrays());
        }
        sweepWeightGradients(arrays, into);
        for (const SummedGradients& each : sums)
            each.appendTo(result, arrays.sizes);
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
