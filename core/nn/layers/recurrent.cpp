#include "core/nn/layers/recurrent.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_layer.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

#include <cmath>

namespace core {
namespace {

using torch::Tensor;

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
    if (options.cell->kernel() != CellKind::Lstm)
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

void requireShape(const Tensor& tensor, at::IntArrayRef shape, const std::string& name)
{
    if (tensor.sizes() == shape)
        return;
    throw Error(ErrorCode::Internal,
                {"The %1 of a recurrent layer has the shape %2; expected %3.",
                 {name, shapeText(tensor), shapeText(torch::empty(shape))}});
}

void checkArguments(const Tensor& input, const Tensor& lengths, const CellStates& initial,
                    const RecurrentImpl& layers)
{
    const RecurrentOptions& options = layers.options();
    if (input.dim() != 3)
        throw Error(ErrorCode::Internal,
                    {"The input of a recurrent layer has the shape %1; expected "
                     "batch x length x features.",
                     {shapeText(input)}});
    const int64_t batch = input.size(0);
    requireShape(input, {batch, input.size(1), options.inputSize}, "input");
    requireShape(lengths, {batch}, "lengths");
    const int64_t rows = options.layers * options.directions();
    const std::vector<int64_t> sizes = layers.stateSizes();
    for (size_t state = 0; state < std::min(initial.size(), sizes.size()); ++state)
        if (initial[state].defined())
            requireShape(initial[state], {rows, batch, sizes[state]},
                         "initial state " + layers.graph().stateName(state));
}

/// [layer][state] -> of each state all layers, one below the other.
CellStates joinedLayers(const std::vector<CellStates>& layers)
{
    CellStates states;
    for (size_t state = 0; state < layers.front().size(); ++state) {
        std::vector<Tensor> all;
        for (const CellStates& each : layers)
            all.push_back(each[state]);
        states.push_back(torch::cat(all));
    }
    return states;
}

} // namespace

RecurrentImpl::RecurrentImpl(const RecurrentOptions& options) : m_options(options)
{
    check(options);
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        m_programs.push_back(
            std::make_shared<const CellProgram>(compiledCell(graph(), sizes(layer))));
        addParameters(layer, "");
        if (options.bidirectional)
            addParameters(layer, "_reverse");
    }
}

CellSizes RecurrentImpl::sizes(int64_t layer) const
{
    const int64_t both = m_options.directions() * outputSize();
    int64_t input = layer == 0 ? m_options.inputSize : both;
    if (m_options.connections == LayerConnections::Dense)
        input = m_options.inputSize + layer * both;
    return {input, m_options.hiddenSize, outputSize()};
}

void RecurrentImpl::addParameters(int64_t layer, const char* direction)
{
    const double bound = 1.0 / std::sqrt(static_cast<double>(m_options.hiddenSize));
    CellTensors tensors;
    for (size_t i = 0; i < graph().parameters().size(); ++i) {
        const CellParameter& parameter = graph().parameters()[i];
        const std::vector<int64_t> shape = graph().shape(i, sizes(layer));
        if (shape.empty()) {
            tensors.emplace_back();
            continue;
        }
        Tensor begins = torch::empty(shape);
        if (parameter.initial == CellInitial::Uniform)
            begins.uniform_(-bound, bound);
        else
            begins.fill_(parameter.initial == CellInitial::One ? 1.0 : 0.0);
        tensors.push_back(
            register_parameter(parameter.name + "_l" + std::to_string(layer) + direction, begins));
    }
    m_weights.push_back(std::move(tensors));
}

std::vector<int64_t> RecurrentImpl::stateSizes() const
{
    std::vector<int64_t> sizes;
    for (size_t state = 0; state < graph().states(); ++state)
        sizes.push_back(m_programs.front()->stateSize(state));
    return sizes;
}

std::vector<CellTensors> RecurrentImpl::rowsOf(int64_t layer,
                                               const std::vector<CellTensors>& weights) const
{
    const auto first = weights.begin() + layer * m_options.directions();
    return {first, first + m_options.directions()};
}

CellStates RecurrentImpl::layerStates(const CellStates& initial, int64_t layer) const
{
    CellStates states;
    for (const Tensor& each : initial)
        states.push_back(
            each.defined() ? each.narrow(0, layer * m_options.directions(), m_options.directions())
                           : Tensor());
    return states;
}

CellOutput RecurrentImpl::forward(const Tensor& input, const Tensor& lengths,
                                  const CellStates& initial, LastStates wanted)
{
    checkArguments(input, lengths, initial, *this);
    const double dropout = is_training() ? m_options.dropout : 0.0;
    const bool fused = input.device().is_cpu() && input.scalar_type() == torch::kFloat32
        && m_weights.front().front().scalar_type() == torch::kFloat32;
    if (fused)
        return forwardFused(input, lengths, initial, m_weights, dropout);
    const bool library = graph().kernel().has_value();
    return input.is_cuda() && !library ? forwardOnCpu(input, lengths, initial, dropout)
                                       : forwardPlain(input, lengths, initial, dropout, wanted);
}

/// Step by step, each operation of a cell would have to be launched: thousands for a batch. The
/// engine of the CPU is many times as fast, copies included.
CellOutput RecurrentImpl::forwardOnCpu(const Tensor& input, const Tensor& lengths,
                                       const CellStates& initial, double dropout) const
{
    const auto plain = [](const Tensor& tensor) {
        return tensor.defined() ? tensor.to(torch::kCPU, torch::kFloat32) : tensor;
    };
    CellStates begin;
    for (const Tensor& each : initial)
        begin.push_back(plain(each));
    std::vector<CellTensors> weights;
    for (const CellTensors& row : m_weights) {
        weights.emplace_back();
        for (const Tensor& each : row)
            weights.back().push_back(plain(each));
    }
    CellOutput done = forwardFused(plain(input), lengths, begin, weights, dropout);
    done.output = done.output.to(input.options());
    for (Tensor& state : done.states)
        state = state.to(input.options());
    return done;
}

CellOutput RecurrentImpl::forwardFused(const Tensor& input, const Tensor& lengths,
                                       const CellStates& initial,
                                       const std::vector<CellTensors>& weights,
                                       double dropout) const
{
    const auto layout = c10::make_intrusive<PackedLayout>(lengths, input.size(1));
    CellOutput done = stacked(
        packTokens(input, layout), // [tokens, inputSize]
        [&](int64_t layer, const Tensor& values) {
            CellLayerOutput computed
                = fusedCellLayer(program(layer), values, layerStates(initial, layer),
                                 rowsOf(layer, weights), layout);
            return CellOutput{computed.output, std::move(computed.states)};
        },
        [&](const Tensor& output) { // [tokens, directions * output]
            if (dropout == 0.0)
                return output;
            return m_options.lockedDropout
                ? packTokens(lockedDropOut(unpackTokens(output, layout), dropout), layout)
                : dropOut(output, dropout, layout->marks());
        });
    done.output = unpackTokens(done.output, layout);
    return done;
}

CellOutput RecurrentImpl::stacked(
    const Tensor& input,
    const std::function<CellOutput(int64_t number, const Tensor& values)>& layer,
    const std::function<Tensor(const Tensor& output)>& dropped) const
{
    Tensor values = input;
    std::vector<CellStates> last;
    for (int64_t number = 0;; ++number) {
        CellOutput done = layer(number, values);
        last.push_back(std::move(done.states));
        if (m_options.connections == LayerConnections::Residual && number > 0)
            done.output = done.output + values;
        if (number + 1 == m_options.layers)
            return {done.output, joinedLayers(last)};
        const Tensor above = dropped(done.output);
        values = m_options.connections == LayerConnections::Dense ? torch::cat({values, above}, -1)
                                                                  : above;
    }
}

CellOutput RecurrentImpl::look(const Tensor& input, const Tensor& lengths,
                               const CellStates& initial, const CellLook& look) const
{
    if (m_options.connections == LayerConnections::None)
        return plainCells(graph(), m_weights, m_options.bidirectional, input, lengths, initial,
                          look);
    return stacked(
        input,
        [&](int64_t layer, const Tensor& values) {
            CellLook own = look;
            if (look.hook)
                own.hook = [&, layer](CellMoment moment, const Tensor& value) {
                    moment.layer = layer;
                    return look.hook(moment, value);
                };
            return plainCells(graph(), rowsOf(layer, m_weights), m_options.bidirectional, values,
                              lengths, layerStates(initial, layer), own);
        },
        [](const Tensor& output) { return output; });
}

CellOutput RecurrentImpl::forwardPlain(const Tensor& input, const Tensor& lengths,
                                       const CellStates& initial, double dropout,
                                       LastStates wanted) const
{
    const auto run = [&](const Tensor& values, const CellStates& begin,
                         const std::vector<CellTensors>& weights, double between) {
        if (input.is_cuda() && graph().kernel())
            return libraryRecurrent(values, lengths, begin, weights, m_options, between, wanted);
        return plainCells(graph(), weights, m_options.bidirectional, values, lengths, begin, {},
                          between);
    };
    const bool locked = m_options.lockedDropout && dropout > 0.0;
    if (m_options.connections == LayerConnections::None && !locked)
        return run(input, initial, m_weights, dropout);
    return stacked(
        input,
        [&](int64_t layer, const Tensor& values) {
            return run(values, layerStates(initial, layer), rowsOf(layer, m_weights), 0.0);
        },
        [&](const Tensor& output) {
            if (dropout == 0.0)
                return output;
            return m_options.lockedDropout ? lockedDropOut(output, dropout)
                                           : torch::dropout(output, dropout, true);
        });
}

} // namespace core
