#include "core/nn/cells/cells.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_layer.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

#include <cmath>

namespace core {

using torch::Tensor;

CellsImpl::CellsImpl(const CellGraph& graph, const CellsOptions& options)
    : m_graph(graph), m_options(options)
{
    if (options.inputSize < 1 || options.hiddenSize < 1 || options.layers < 1)
        throw Error(ErrorCode::BadSetting,
                    {"The sizes of recurrent layers must be at least 1.", {}});
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        m_programs.push_back(
            std::make_shared<const CellProgram>(compiledCell(graph, sizes(layer))));
        addParameters(layer, "");
        if (options.bidirectional)
            addParameters(layer, "_reverse");
    }
}

CellSizes CellsImpl::sizes(int64_t layer) const
{
    const int64_t hidden = m_options.hiddenSize;
    return {layer == 0 ? m_options.inputSize : m_options.directions() * hidden, hidden, hidden};
}

void CellsImpl::addParameters(int64_t layer, const char* direction)
{
    const double bound = 1.0 / std::sqrt(static_cast<double>(m_options.hiddenSize));
    CellTensors tensors;
    for (size_t i = 0; i < m_graph.parameters().size(); ++i) {
        const CellParameter& parameter = m_graph.parameters()[i];
        const std::vector<int64_t> shape = m_graph.shape(i, sizes(layer));
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

int64_t CellsImpl::keptPerUnit() const
{
    const CellProgram& program = *m_programs.front();
    return (program.keptColumns + program.gradientColumns) / m_options.hiddenSize + 1;
}

CellStates CellsImpl::layerStates(const CellStates& initial, int64_t layer) const
{
    CellStates states;
    for (const Tensor& each : initial)
        states.push_back(
            each.defined() ? each.narrow(0, layer * m_options.directions(), m_options.directions())
                           : Tensor());
    return states;
}

CellOutput CellsImpl::forward(const Tensor& input, const Tensor& lengths, const CellStates& initial)
{
    const double dropout = is_training() ? m_options.dropout : 0.0;
    const bool fused = input.device().is_cpu() && input.scalar_type() == torch::kFloat32
        && m_weights.front().front().scalar_type() == torch::kFloat32;
    return fused ? forwardFused(input, lengths, initial, dropout)
                 : forwardPlain(input, lengths, initial, dropout);
}

CellOutput CellsImpl::forwardFused(const Tensor& input, const Tensor& lengths,
                                   const CellStates& initial, double dropout)
{
    const auto layout = c10::make_intrusive<PackedLayout>(lengths, input.size(1));
    const int64_t directions = m_options.directions();
    Tensor values = packTokens(input, layout); // [tokens, inputSize]
    std::vector<CellStates> last;
    for (int64_t layer = 0; layer < m_options.layers; ++layer) {
        const auto first = m_weights.begin() + layer * directions;
        CellLayerOutput done
            = fusedCellLayer(m_programs[static_cast<size_t>(layer)], values,
                             layerStates(initial, layer), {first, first + directions}, layout);
        last.push_back(std::move(done.states));
        values = done.output; // [tokens, directions * hidden]
        if (layer + 1 == m_options.layers || dropout == 0.0)
            continue;
        values = m_options.lockedDropout
            ? packTokens(lockedDropOut(unpackTokens(values, layout), dropout), layout)
            : dropOut(values, dropout);
    }
    CellOutput result{unpackTokens(values, layout), {}};
    for (size_t state = 0; state < m_graph.states(); ++state) {
        std::vector<Tensor> all;
        for (const CellStates& each : last)
            all.push_back(each[state]);
        result.states.push_back(torch::cat(all));
    }
    return result;
}

CellOutput CellsImpl::forwardPlain(const Tensor& input, const Tensor& lengths,
                                   const CellStates& initial, double dropout)
{
    if (!m_options.lockedDropout || dropout == 0.0 || m_options.layers == 1)
        return plainCells(m_graph, m_weights, m_options.bidirectional, input, lengths, initial, {},
                          dropout);
    const int64_t directions = m_options.directions();
    CellOutput done{input, {}};
    std::vector<std::vector<Tensor>> last(m_graph.states());
    for (int64_t layer = 0; layer < m_options.layers; ++layer) {
        const auto first = m_weights.begin() + layer * directions;
        done = plainCells(m_graph, {first, first + directions}, m_options.bidirectional,
                          layer == 0 ? input : lockedDropOut(done.output, dropout), lengths,
                          layerStates(initial, layer));
        for (size_t state = 0; state < last.size(); ++state)
            last[state].push_back(done.states[state]);
    }
    for (size_t state = 0; state < last.size(); ++state)
        done.states[state] = torch::cat(last[state]);
    return done;
}

} // namespace core
