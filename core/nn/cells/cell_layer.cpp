#include "core/nn/cells/cell_layer.h"

#include "core/nn/cells/cell_sweep.h"
#include "core/nn/kernels/second_derivative.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace core {

/// The weights of one direction, shared by many nodes that each compute one token.
struct SteppedWeights : torch::CustomClassHolder {
    CellTensors weights; ///< Without history.
    std::shared_ptr<const PackedCell> forward, backward; ///< Laid out when first needed.
    CellTensors sums; ///< Sums of the gradients from nodes after their backward; empty: none.
};
using SteppedWeightsPtr = c10::intrusive_ptr<SteppedWeights>;

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Conversions between a layer's external states, [directions, batch, size] in the order of the
// batch, and its internal ones: by place, or among those of all tokens.

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

/// From the order of the batch to that of places. Undefined stays undefined.
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

/// The state after each sequence's last token, backwards after its first.
/// @param states  [tokens, directions * any], each direction's part with the state in `width` of
///                its columns, from `column` on.
/// @return [directions, batch, width] in the order of the batch.
Tensor endStates(const Tensor& states, const PackedLayout& layout, int64_t directions,
                 int64_t width, int64_t column)
{
    const int64_t batch = layout.batch(), stride = states.size(1) / directions;
    Tensor result = torch::empty({directions, batch, width}, states.options());
    const float* from = states.data_ptr<float>() + column;
    float* to = result.data_ptr<float>();
    forEachEnd(layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        std::memcpy(to + (direction * batch + place) * width,
                    from + (row * directions + direction) * stride,
                    static_cast<size_t>(width) * sizeof(float));
    });
    return result;
}

/// Adds the gradient of the end states to that of all outputs, [tokens, directions * width].
void addEndGradients(const Tensor& ends, const PackedLayout& layout, const Tensor& into)
{
    if (!ends.defined())
        return;
    const Tensor dense = ends.contiguous();
    const int64_t directions = dense.size(0), batch = dense.size(1), width = dense.size(2);
    const float* gradients = dense.data_ptr<float>();
    float* sums = into.data_ptr<float>();
    forEachEnd(layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        const float* from = gradients + (direction * batch + place) * width;
        float* to = sums + (row * directions + direction) * width;
        for (int64_t i = 0; i < width; ++i)
            to[i] += from[i];
    });
}

/// Properties of the layer that an autograd node needs besides tensors.
struct CellLayerPlan : torch::CustomClassHolder {
    std::shared_ptr<const CellProgram> program;
    PackedLayoutPtr layout;
    int64_t directions = 1;
    std::vector<bool> given; ///< [state] has an initial value.
    std::vector<bool> present; ///< [parameter] is needed by the sizes.
    SteppedWeightsPtr stepped; ///< Null: the weights are the node's own inputs.
};
using CellLayerPlanPtr = c10::intrusive_ptr<CellLayerPlan>;

/// The node's existing inputs, in this order: input, initial states, then each direction's weights.
/// Stepped weights are replaced by their ticket.
struct CellInputs {
    CellInputs(at::TensorList list, const CellLayerPlan& plan)
    {
        size_t next = 0;
        input = list[next++].contiguous();
        for (const bool given : plan.given)
            initial.push_back(given ? byPlace(list[next++], *plan.layout) : Tensor());
        if (plan.stepped != nullptr) {
            weights.push_back(plan.stepped->weights);
            return;
        }
        for (int64_t d = 0; d < plan.directions; ++d) {
            weights.emplace_back();
            for (const bool present : plan.present)
                weights.back().push_back(present ? list[next++] : Tensor());
        }
    }

    Tensor input;
    CellStates initial; ///< By place.
    std::vector<CellTensors> weights;
};

float* data(const Tensor& tensor)
{
    return tensor.defined() ? tensor.data_ptr<float>() : nullptr;
}

using Pack = PackedCell (*)(const CellProgram&, const CellTensors&);

/// Each direction's weights laid out for one way.
/// @param once  where stepped weights keep it.
std::vector<std::shared_ptr<const PackedCell>> packedCells(
    const CellLayerPlan& plan, const CellInputs& inputs, Pack pack,
    std::shared_ptr<const PackedCell> SteppedWeights::*once)
{
    const auto made = [&](const CellTensors& weights) {
        return std::make_shared<const PackedCell>(pack(*plan.program, weights));
    };
    std::vector<std::shared_ptr<const PackedCell>> all;
    if (plan.stepped != nullptr) {
        std::shared_ptr<const PackedCell>& kept = (*plan.stepped).*once;
        if (kept == nullptr)
            kept = made(plan.stepped->weights);
        return {kept};
    }
    for (const CellTensors& weights : inputs.weights)
        all.push_back(made(weights));
    return all;
}

/// Zeros in the shapes of some weights, and where they lie.
CellTensors zerosLike(const CellTensors& weights)
{
    CellTensors zeros;
    for (const Tensor& weight : weights)
        zeros.push_back(weight.defined() ? torch::zeros(weight.sizes(), torch::kFloat32)
                                         : Tensor());
    return zeros;
}

/// The arrays of both ways.
CellArrays arraysOf(const CellLayerPlan& plan, const CellInputs& inputs, const Tensor& kept,
                    const Tensor& output)
{
    CellArrays arrays;
    arrays.layout = plan.layout.get();
    arrays.program = plan.program.get();
    arrays.directions = plan.directions;
    arrays.input = data(inputs.input);
    for (const Tensor& state : inputs.initial)
        arrays.initial.push_back(data(state));
    arrays.kept = data(kept);
    arrays.output = data(output);
    return arrays;
}

/// One backward pass: the tensors that it needs.
class CellBackwardPass {
public:
    CellBackwardPass(const CellLayerPlan& plan, const CellInputs& inputs, const Tensor& kept,
                     const Tensor& output, const variable_list& gradients, bool inputWanted)
        : m_plan(plan), m_inputs(inputs), m_arrays(arraysOf(plan, inputs, kept, output))
    {
        m_outputGradient = gradients[0].defined() ? gradients[0].clone().contiguous()
                                                  : torch::zeros_like(output);
        addEndGradients(gradients[1], *plan.layout, m_outputGradient);
        m_gradient = plan.program->outputSuffices
            ? m_outputGradient
            : torch::empty({plan.layout->tokens(), plan.directions * plan.program->gradientColumns},
                           torch::kFloat32);
        for (size_t state = 0; state < plan.given.size(); ++state) {
            const bool hidden = state == 0;
            if (!hidden && gradients[state + 1].defined())
                m_states.push_back(byPlace(gradients[state + 1], *plan.layout));
            else if (!hidden || plan.given[state])
                m_states.push_back(torch::zeros(
                    {plan.directions, plan.layout->batch(), plan.program->stateSize(state)}));
            else
                m_states.emplace_back();
            m_arrays.stateGradients.push_back(data(m_states.back()));
        }
        if (inputWanted)
            m_inputGradient = torch::empty(inputs.input.sizes(), torch::kFloat32);
        m_arrays.outputGradient = data(m_outputGradient);
        m_arrays.gradient = data(m_gradient);
        m_arrays.inputGradient = data(m_inputGradient);
        m_arrays.weights = packedCells(plan, inputs, packCellBackward, &SteppedWeights::backward);
    }

    /// The gradients of the node's inputs, in their order.
    /// @param ticketWanted  of stepped weights: whether their gradients will be asked for.
    variable_list run(bool ticketWanted)
    {
        sweepCellBackward(m_arrays);
        variable_list result{m_inputGradient};
        for (size_t state = 0; state < m_states.size(); ++state)
            if (m_plan.given[state])
                result.push_back(byBatch(m_states[state], *m_plan.layout));
        if (m_plan.stepped != nullptr) {
            CellTensors& sums = m_plan.stepped->sums;
            if (ticketWanted && sums.empty())
                sums = zerosLike(m_plan.stepped->weights);
            if (ticketWanted)
                sumInto({sums});
            result.emplace_back(); // the ticket's
            return result;
        }
        std::vector<CellTensors> sums;
        for (const CellTensors& weights : m_inputs.weights)
            sums.push_back(zerosLike(weights));
        sumInto(sums);
        for (const CellTensors& each : sums)
            std::copy_if(each.begin(), each.end(), std::back_inserter(result),
                         [](const Tensor& sum) { return sum.defined(); });
        return result;
    }

private:
    /// Adds the gradients of the weights. @param sums [direction][parameter]
    void sumInto(const std::vector<CellTensors>& sums) const
    {
        std::vector<std::vector<float*>> into;
        for (const CellTensors& each : sums) {
            into.emplace_back();
            for (const Tensor& sum : each)
                into.back().push_back(data(sum));
        }
        sumCellGradients(m_arrays, into);
    }

    const CellLayerPlan& m_plan;
    const CellInputs& m_inputs;
    CellArrays m_arrays;
    Tensor m_outputGradient, m_gradient, m_inputGradient;
    CellStates m_states; ///< Gradients, by place.
};

struct CellLayerFunction : torch::autograd::Function<CellLayerFunction> {
    static variable_list forward(AutogradContext* context, at::TensorList list,
                                 const CellLayerPlanPtr& plan)
    {
        const CellProgram& program = *plan->program;
        const CellInputs inputs(list, *plan);
        const auto overTokens = [&](int64_t width) {
            return torch::empty({plan->layout->tokens(), plan->directions * width},
                                torch::kFloat32);
        };
        const Tensor kept = overTokens(program.keptColumns);
        const Tensor output = overTokens(program.sizes.output);
        CellArrays arrays = arraysOf(*plan, inputs, kept, output);
        arrays.weights = packedCells(*plan, inputs, packCellForward, &SteppedWeights::forward);
        sweepCellForward(arrays);

        context->saved_data["plan"] = c10::IValue::make_capsule(plan);
        context->set_materialize_grads(false);
        variable_list saved(list.begin(), list.end());
        saved.insert(saved.end(), {program.outputSuffices ? Tensor() : kept, output});
        context->save_for_backward(std::move(saved));
        variable_list outputs{output};
        for (size_t i = 0; i < program.states; ++i) {
            const RowOperand& state = program.stateResults[i];
            outputs.push_back(endStates(state.array == kOutputArray ? output : kept, *plan->layout,
                                        plan->directions, program.stateSize(i), state.column));
        }
        return outputs;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        refuseSecondDerivative();
        const auto plan = c10::static_intrusive_pointer_cast<CellLayerPlan>(
            context->saved_data["plan"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        const size_t count = saved.size() - 2; // as many as the node's inputs
        const CellInputs inputs(at::TensorList(saved.data(), count), *plan);
        variable_list result = CellBackwardPass(*plan, inputs, saved[count], saved[count + 1],
                                                gradients, context->needs_input_grad(0))
                                   .run(context->needs_input_grad(count - 1));
        result.emplace_back(); // the plan's
        return result;
    }
};

/// Its result, an empty tensor, goes into every step; so its backward comes after all of theirs,
/// when the sums are complete.
struct WeightsTicket : torch::autograd::Function<WeightsTicket> {
    static Tensor forward(AutogradContext* context, at::TensorList parameters,
                          const SteppedWeightsPtr& stepped)
    {
        context->saved_data["stepped"] = c10::IValue::make_capsule(stepped);
        return torch::zeros({}, parameters[0].options());
    }
    static variable_list backward(AutogradContext* context, const variable_list&)
    {
        refuseSecondDerivative();
        const auto stepped = c10::static_intrusive_pointer_cast<SteppedWeights>(
            context->saved_data["stepped"].toCapsule());
        variable_list result;
        const CellTensors& weights = stepped->weights;
        for (size_t i = 0; i < weights.size(); ++i)
            if (weights[i].defined())
                result.push_back(stepped->sums.empty() ? Tensor() : stepped->sums[i]);
        stepped->sums.clear();
        result.emplace_back(); // of the weights' holder
        return result;
    }
};

} // namespace

struct SteppedCell::Shared {
    std::shared_ptr<const CellProgram> program;
    std::vector<bool> present;
    SteppedWeightsPtr weights = c10::make_intrusive<SteppedWeights>();
    Tensor ticket;
};

SteppedCell::SteppedCell(const std::shared_ptr<const CellProgram>& program,
                         const CellTensors& weights)
    : m_shared(std::make_shared<Shared>())
{
    m_shared->program = program;
    variable_list parameters;
    for (const Tensor& weight : weights) {
        m_shared->present.push_back(weight.defined());
        m_shared->weights->weights.push_back(weight.defined() ? weight.detach() : weight);
        if (weight.defined())
            parameters.push_back(weight);
    }
    m_shared->ticket = WeightsTicket::apply(at::TensorList(parameters), m_shared->weights);
}

CellStates SteppedCell::operator()(const Tensor& input, const CellStates& before) const
{
    auto plan = c10::make_intrusive<CellLayerPlan>();
    plan->program = m_shared->program;
    plan->layout
        = c10::make_intrusive<PackedLayout>(torch::ones({input.size(0)}, torch::kInt64), 1);
    plan->given.assign(before.size(), true);
    plan->present = m_shared->present;
    plan->stepped = m_shared->weights;
    variable_list list{input};
    for (const Tensor& state : before)
        list.push_back(state.unsqueeze(0)); // [1, rows, hidden]
    list.push_back(m_shared->ticket);
    const variable_list outputs = CellLayerFunction::apply(at::TensorList(list), plan);
    CellStates after;
    for (size_t state = 0; state < before.size(); ++state)
        after.push_back(outputs[state + 1].squeeze(0));
    return after;
}

CellLayerOutput fusedCellLayer(const std::shared_ptr<const CellProgram>& program,
                               const Tensor& input, const CellStates& initial,
                               const std::vector<CellTensors>& weights,
                               const PackedLayoutPtr& layout)
{
    auto plan = c10::make_intrusive<CellLayerPlan>();
    plan->program = program;
    plan->layout = layout;
    plan->directions = static_cast<int64_t>(weights.size());
    variable_list list{input};
    for (size_t state = 0; state < program->states; ++state) {
        plan->given.push_back(state < initial.size() && initial[state].defined());
        if (plan->given.back())
            list.push_back(initial[state]);
    }
    for (const Tensor& weight : weights.front())
        plan->present.push_back(weight.defined());
    for (const CellTensors& each : weights)
        for (const Tensor& weight : each)
            if (weight.defined())
                list.push_back(weight);
    variable_list outputs = CellLayerFunction::apply(at::TensorList(list), plan);
    CellLayerOutput result{outputs.front(), {}};
    result.states.assign(outputs.begin() + 1, outputs.end());
    return result;
}

} // namespace core
