#include "core/nn/layers/recurrent.h"

#include "core/base/error.h"
#include "core/nn/kernels/recurrent_layer.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/reference/recurrent_equations.h"
#include "core/nn/reference/recurrent_library.h"
#include "core/nn/tensors.h"

#include <cmath>

namespace core {
namespace {

using torch::Tensor;

int64_t directionsOf(const RecurrentOptions& options)
{
    return options.bidirectional ? 2 : 1;
}

/// Rows of weight_ih and weight_hh in units of the hidden size.
int64_t gatesOf(CellKind cell)
{
    return gateBlocks(cell).inputGates;
}

void requirePositive(int64_t value, const char* name)
{
    if (value < 1)
        throw Error(ErrorCode::BadSetting,
                    {"The %1 of a recurrent layer is %2; it must be at least 1.",
                     {name, std::to_string(value)}});
}

void check(const RecurrentOptions& options)
{
    requirePositive(options.inputSize, "input size");
    requirePositive(options.hiddenSize, "hidden size");
    requirePositive(options.layers, "number of layers");
    if (!(options.dropout >= 0.0 && options.dropout < 1.0))
        throw Error(ErrorCode::BadSetting,
                    {"The dropout of a recurrent layer is %1; it must be at least 0 and below 1.",
                     {numberText(options.dropout)}});
    if (options.projectionSize == 0)
        return;
    if (options.cell != CellKind::Lstm)
        throw Error(ErrorCode::BadSetting, {"Only an LSTM can have a projection.", {}},
                    {"Set the projection size to 0 or choose an LSTM.", {}});
    if (options.projectionSize < 0 || options.projectionSize >= options.hiddenSize)
        throw Error(ErrorCode::BadSetting,
                    {"The projection size is %1; it must be smaller than the hidden size %2.",
                     {std::to_string(options.projectionSize), std::to_string(options.hiddenSize)}},
                    {"Choose a smaller projection, or 0 for none.", {}});
}

std::string shapeText(const Tensor& tensor)
{
    std::string text;
    for (const int64_t size : tensor.sizes())
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

void requireShape(const Tensor& tensor, at::IntArrayRef shape, const char* name)
{
    if (tensor.sizes() == shape)
        return;
    throw Error(ErrorCode::Internal,
                {"The %1 of a recurrent layer has the shape %2; expected %3.",
                 {name, shapeText(tensor), shapeText(torch::empty(shape))}});
}

void checkArguments(const Tensor& input, const Tensor& lengths, const RecurrentState& initial,
                    const RecurrentImpl& layer)
{
    const RecurrentOptions& options = layer.options();
    if (input.dim() != 3)
        throw Error(ErrorCode::Internal,
                    {"The input of a recurrent layer has the shape %1; expected "
                     "batch x length x features.",
                     {shapeText(input)}});
    const int64_t batch = input.size(0);
    requireShape(input, {batch, input.size(1), options.inputSize}, "input");
    requireShape(lengths, {batch}, "lengths");
    const int64_t rows = options.layers * directionsOf(options);
    if (initial.hidden.defined())
        requireShape(initial.hidden, {rows, batch, layer.outputSize()}, "initial hidden state");
    if (initial.cell.defined() && options.cell == CellKind::Lstm)
        requireShape(initial.cell, {rows, batch, options.hiddenSize}, "initial cell state");
}

RecurrentState layerState(const RecurrentState& initial, int64_t layer,
                          const RecurrentOptions& options)
{
    const int64_t directions = directionsOf(options);
    const auto part = [&](const Tensor& states) {
        return states.defined() ? states.narrow(0, layer * directions, directions) : Tensor();
    };
    return {part(initial.hidden), options.cell == CellKind::Lstm ? part(initial.cell) : Tensor()};
}

/// As RecurrentImpl::forward, by the fused layers.
RecurrentOutput forwardFused(const Tensor& input, const Tensor& lengths,
                             const RecurrentState& initial, const std::vector<CellWeights>& weights,
                             const RecurrentOptions& options, double dropout)
{
    const auto layout = c10::make_intrusive<PackedLayout>(lengths, input.size(1));
    const int64_t directions = directionsOf(options);
    Tensor values = packTokens(input, layout); // [tokens, inputSize]
    std::vector<Tensor> hidden, cell;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        const LayerSizes sizes{options.cell, values.size(1), options.hiddenSize,
                               options.projectionSize, directions};
        const auto first = weights.begin() + layer * directions;
        const LayerOutput done = fusedLayer(values, layerState(initial, layer, options),
                                            {first, first + directions}, sizes, layout);
        hidden.push_back(done.hidden);
        cell.push_back(done.cell);
        values = done.output; // [tokens, directions * output]
        if (layer + 1 < options.layers && dropout > 0.0)
            values = dropOut(values, dropout);
    }
    const bool lstm = options.cell == CellKind::Lstm;
    return {unpackTokens(values, layout), {torch::cat(hidden), lstm ? torch::cat(cell) : Tensor()}};
}

/// All layers of `options`, however they run fastest.
RecurrentOutput run(const Tensor& input, const Tensor& lengths, const RecurrentState& initial,
                    const std::vector<CellWeights>& weights, const RecurrentOptions& options,
                    double dropout)
{
    if (input.is_cuda())
        return libraryRecurrent(input, lengths, initial, weights, options, dropout);
    if (input.device().is_cpu() && input.scalar_type() == torch::kFloat32
        && weights.front().input.scalar_type() == torch::kFloat32)
        return forwardFused(input, lengths, initial, weights, options, dropout);
    return referenceRecurrent(input, lengths, initial, weights, options, dropout);
}

} // namespace

RecurrentImpl::RecurrentImpl(const RecurrentOptions& options) : m_options(options)
{
    check(options);
    const int64_t rows = gatesOf(options.cell) * options.hiddenSize;
    const double bound = 1.0 / std::sqrt(static_cast<double>(options.hiddenSize));
    for (int64_t row = 0; row < options.layers * directionsOf(options); ++row) {
        const int64_t layer = row / directionsOf(options);
        const int64_t input = layer == 0 ? options.inputSize : outputSize() * directionsOf(options);
        const std::string ending
            = "_l" + std::to_string(layer) + (row % directionsOf(options) == 1 ? "_reverse" : "");
        const auto add = [&](const char* name, at::IntArrayRef shape) {
            return register_parameter(name + ending, torch::empty(shape).uniform_(-bound, bound));
        };
        CellWeights weights;
        weights.input = add("weight_ih", {rows, input});
        weights.hidden = add("weight_hh", {rows, outputSize()});
        weights.inputBias = add("bias_ih", {rows});
        weights.hiddenBias = add("bias_hh", {rows});
        if (options.projectionSize > 0)
            weights.projection = add("weight_hr", {options.projectionSize, options.hiddenSize});
        m_weights.push_back(weights);
    }
}

int64_t RecurrentImpl::outputSize() const
{
    return m_options.projectionSize > 0 ? m_options.projectionSize : m_options.hiddenSize;
}

RecurrentOutput RecurrentImpl::forward(const Tensor& input, const Tensor& lengths,
                                       const RecurrentState& initial)
{
    checkArguments(input, lengths, initial, *this);
    const double dropout = is_training() ? m_options.dropout : 0.0;
    return m_options.lockedDropout && dropout > 0.0
        ? forwardLocked(input, lengths, initial, dropout)
        : run(input, lengths, initial, m_weights, m_options, dropout);
}

RecurrentOutput RecurrentImpl::forwardLocked(const Tensor& input, const Tensor& lengths,
                                             const RecurrentState& initial, double dropout)
{
    const int64_t directions = directionsOf(m_options);
    RecurrentOptions one = m_options;
    one.layers = 1;
    RecurrentOutput done{input, {}};
    std::vector<Tensor> hidden, cell;
    for (int64_t layer = 0; layer < m_options.layers; ++layer) {
        const auto first = m_weights.begin() + layer * directions;
        one.inputSize = done.output.size(2);
        done = run(layer == 0 ? input : lockedDropOut(done.output, dropout), lengths,
                   layerState(initial, layer, m_options), {first, first + directions}, one, 0.0);
        hidden.push_back(done.state.hidden);
        cell.push_back(done.state.cell);
    }
    const bool lstm = m_options.cell == CellKind::Lstm;
    return {done.output, {torch::cat(hidden), lstm ? torch::cat(cell) : Tensor()}};
}

} // namespace core
