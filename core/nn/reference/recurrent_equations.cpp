#include "core/nn/reference/recurrent_equations.h"

#include "core/nn/tensors.h"

namespace core {
namespace {

using torch::Tensor;

StepState plainLstmStep(const Tensor& sum, const StepState& before)
{
    const auto gates = sum.chunk(4, 1); // i f g o, each [rows, hidden]
    const Tensor cell = gates[1].sigmoid() * before.cell + gates[0].sigmoid() * gates[2].tanh();
    return {gates[3].sigmoid() * cell.tanh(), cell};
}

StepState plainGruStep(const Tensor& inputSum, const Tensor& hiddenSum, const StepState& before)
{
    const auto fromInput = inputSum.chunk(3, 1); // r z n, each [rows, hidden]
    const auto fromState = hiddenSum.chunk(3, 1);
    const Tensor reset = (fromInput[0] + fromState[0]).sigmoid();
    const Tensor update = (fromInput[1] + fromState[1]).sigmoid();
    const Tensor candidate = (fromInput[2] + reset * fromState[2]).tanh();
    return {(1 - update) * candidate + update * before.hidden, {}};
}

StepState step(CellKind cell, const Tensor& inputSum, const StepState& before,
               const CellWeights& weights)
{
    const Tensor hiddenSum = torch::linear(before.hidden, weights.hidden, weights.hiddenBias);
    StepState after = plainRecurrentStep(cell, inputSum, hiddenSum, before);
    if (weights.projection.defined())
        after.hidden = torch::linear(after.hidden, weights.projection);
    return after;
}

/// One direction of one layer. A sequence's state stands still outside its true length, so the
/// reverse direction begins with the last real token.
struct DirectionOutput {
    Tensor output; ///< [batch, length, output], zero at padding.
    StepState last;
};

DirectionOutput walk(CellKind cell, const Tensor& input, const Tensor& mask, StepState state,
                     const CellWeights& weights, bool reverse)
{
    const int64_t length = input.size(1);
    const Tensor inputSums = torch::linear(input, weights.input, weights.inputBias);
    std::vector<Tensor> outputs(static_cast<size_t>(length));
    for (int64_t i = 0; i < length; ++i) {
        const int64_t t = reverse ? length - 1 - i : i;
        const Tensor real = mask.select(1, t).unsqueeze(1); // [batch, 1]
        const StepState after = step(cell, inputSums.select(1, t), state, weights);
        state.hidden = torch::where(real, after.hidden, state.hidden);
        if (after.cell.defined())
            state.cell = torch::where(real, after.cell, state.cell);
        outputs[static_cast<size_t>(t)]
            = torch::where(real, after.hidden, torch::zeros_like(after.hidden));
    }
    return {torch::stack(outputs, 1), state};
}

StepState initialState(const RecurrentState& initial, int64_t row, const Tensor& input,
                       const CellWeights& weights)
{
    const auto given = [&](const Tensor& states, int64_t width) {
        return states.defined() ? states[row]
                                : torch::zeros({input.size(0), width}, input.options());
    };
    const int64_t hidden
        = weights.projection.defined() ? weights.projection.size(1) : weights.hidden.size(1);
    return {given(initial.hidden, weights.hidden.size(1)), given(initial.cell, hidden)};
}

} // namespace

StepState plainRecurrentStep(CellKind cell, const Tensor& inputSum, const Tensor& hiddenSum,
                             const StepState& before)
{
    switch (cell) {
    case CellKind::Lstm:
        return plainLstmStep(inputSum + hiddenSum, before);
    case CellKind::Gru:
        return plainGruStep(inputSum, hiddenSum, before);
    case CellKind::RnnTanh:
        return {(inputSum + hiddenSum).tanh(), {}};
    case CellKind::RnnRelu:
        break;
    }
    return {(inputSum + hiddenSum).relu(), {}};
}

RecurrentOutput referenceRecurrent(const Tensor& input, const Tensor& lengths,
                                   const RecurrentState& initial,
                                   const std::vector<CellWeights>& weights,
                                   const RecurrentOptions& options, double dropout)
{
    const int64_t directions = options.bidirectional ? 2 : 1;
    const Tensor mask = torch::arange(input.size(1))
                            .unsqueeze(0)
                            .lt(lengths.unsqueeze(1))
                            .to(input.device()); // [batch, length]
    Tensor values = input.masked_fill(mask.logical_not().unsqueeze(2), 0);
    std::vector<Tensor> hidden, cell;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        std::vector<Tensor> outputs;
        for (int64_t d = 0; d < directions; ++d) {
            const int64_t row = layer * directions + d;
            const CellWeights& each = weights[static_cast<size_t>(row)];
            const auto done = walk(options.cell, values, mask,
                                   initialState(initial, row, values, each), each, d == 1);
            outputs.push_back(done.output);
            hidden.push_back(done.last.hidden);
            cell.push_back(done.last.cell);
        }
        values = torch::cat(outputs, 2); // [batch, length, directions * output]
        if (layer + 1 < options.layers && dropout > 0.0)
            values = torch::dropout(values, dropout, true);
    }
    const bool lstm = options.cell == CellKind::Lstm;
    return {values, {torch::stack(hidden), lstm ? torch::stack(cell) : Tensor()}};
}

} // namespace core
