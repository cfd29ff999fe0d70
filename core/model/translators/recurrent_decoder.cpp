#include "core/model/translators/recurrent_decoder.h"

#include "core/nn/cells/torch_cells.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;

/// f of each tensor that is defined.
template <class Function> Tensor ifDefined(const Tensor& tensor, const Function& function)
{
    return tensor.defined() ? function(tensor) : tensor;
}

template <class Function>
DecoderMemory eachOf(const DecoderMemory& memory, const Function& function)
{
    return {ifDefined(memory.states, function), ifDefined(memory.keys, function),
            ifDefined(memory.padding, function)};
}

template <class Function> DecoderPlace eachOf(const DecoderPlace& place, const Function& function)
{
    DecoderPlace result;
    for (const StepState& layer : place.layers)
        result.layers.push_back(
            {ifDefined(layer.hidden, function), ifDefined(layer.cell, function)});
    result.fed = ifDefined(place.fed, function);
    return result;
}

} // namespace

DecoderMemory DecoderMemory::selected(const Tensor& index) const
{
    return eachOf(*this, [&](const Tensor& tensor) { return tensor.index_select(0, index); });
}

DecoderPlace DecoderPlace::first(int64_t count) const
{
    return eachOf(*this, [&](const Tensor& tensor) { return tensor.narrow(0, 0, count); });
}

DecoderPlace DecoderPlace::selected(const Tensor& index) const
{
    return eachOf(*this, [&](const Tensor& tensor) { return tensor.index_select(0, index); });
}

DecoderPass::DecoderPass(const DecoderParts& parts, double dropout)
    : m_parts(parts), m_dropout(dropout)
{
    const RecurrentTranslatorOptions& options = parts.options;
    const auto& weights = parts.cells->weights();
    const int64_t feed = options.feedSize(parts.dimension);
    m_embeddingPart
        = SteppedLinear(weights[0].input.narrow(1, 0, parts.dimension), weights[0].inputBias);
    if (feed > 0)
        m_feedPart = SteppedLinear(weights[0].input.narrow(1, parts.dimension, feed));
    for (size_t layer = 0; layer < weights.size(); ++layer) {
        m_input.push_back(layer == 0
                              ? SteppedLinear()
                              : SteppedLinear(weights[layer].input, weights[layer].inputBias));
        m_hidden.emplace_back(weights[layer].hidden, weights[layer].hiddenBias);
    }
    if (!options.hasReadout())
        return;
    const Tensor& matrix = parts.readout->weight;
    const int64_t context = options.attends() ? options.memorySize() : 0;
    const bool maxout = options.readout == "maxout";
    // attentional: [c; s], as its paper has it; maxout: [s; c; y].
    const int64_t stateFirst = maxout ? 0 : context;
    m_stateReadout
        = SteppedLinear(matrix.narrow(1, stateFirst, options.stateSize()), parts.readout->bias);
    if (context > 0)
        m_contextReadout
            = SteppedLinear(matrix.narrow(1, maxout ? options.stateSize() : 0, context));
    if (maxout)
        m_embeddingReadout
            = SteppedLinear(matrix.narrow(1, options.stateSize() + context, parts.dimension));
}

CellLayers DecoderParts::layers() const
{
    return {&torchCell(options.cellKind()), options.layers, false, cells.get()};
}

StepState DecoderPass::seenStep(const SeenStep& seen, size_t layer, const Tensor& input,
                                const StepState& before) const
{
    const CellLayers layers = m_parts.layers();
    const std::vector<CellTensors> weights
        = cellTensors(*layers.graph, *layers.module, layers.layers, layers.bidirectional);
    const CellHook hook = [&](CellMoment moment, const Tensor& value) {
        moment.layer = seen.layer + static_cast<int64_t>(layer);
        moment.token = seen.token;
        return seen.look.hook(moment, value);
    };
    CellStates initial{before.hidden.unsqueeze(0)}; // [1, rows, state]
    if (before.cell.defined())
        initial.push_back(before.cell.unsqueeze(0));
    const CellOutput done
        = plainCells(*layers.graph, {weights[layer]}, false, input.unsqueeze(1),
                     torch::ones({input.size(0)}, torch::kInt64), initial, {hook, seen.look.terms});
    return {done.states[0][0], before.cell.defined() ? done.states[1][0] : Tensor()};
}

DecoderStep DecoderPass::step(const Tensor& inputSums, DecoderPlace& place, const Look& look,
                              const SeenStep* seen) const
{
    const RecurrentTranslatorOptions& options = m_parts.options;
    DecoderStep result;
    Tensor sums = inputSums; // [rows, gates * state]
    Tensor fed;
    if (options.feedsContext()) {
        result.attended = look(place.layers.back().hidden);
        fed = result.attended.context;
    } else if (options.inputFeeding) {
        fed = place.fed;
    }
    if (fed.defined() && seen == nullptr)
        sums = sums + m_feedPart(fed);
    for (size_t layer = 0; layer < place.layers.size(); ++layer) {
        StepState& state = place.layers[layer];
        const Tensor below
            = layer > 0 ? dropOut(place.layers[layer - 1].hidden, m_dropout) : Tensor();
        if (seen != nullptr) {
            const Tensor first
                = fed.defined() ? torch::cat({seen->embedded, fed}, 1) : seen->embedded;
            state = seenStep(*seen, layer, layer > 0 ? below : first, state);
            continue;
        }
        if (layer > 0)
            sums = m_input[layer](below);
        state = recurrentStep(options.cellKind(), sums, m_hidden[layer](state.hidden), state);
    }
    result.state = place.layers.back().hidden;
    if (options.attends() && !options.feedsContext())
        result.attended = look(result.state);
    if (options.inputFeeding)
        place.fed = readout(result.state, result.attended.context, {});
    return result;
}

Tensor DecoderPass::readout(const Tensor& state, const Tensor& context,
                            const Tensor& embedded) const
{
    const RecurrentTranslatorOptions& options = m_parts.options;
    if (!options.hasReadout()) {
        if (options.readout != "concat")
            return state;
        return context.defined() ? torch::cat({state, context, embedded}, 1)
                                 : torch::cat({state, embedded}, 1);
    }
    Tensor sum = m_stateReadout(state);
    if (m_contextReadout.defined())
        sum = sum + m_contextReadout(context);
    if (options.readout == "attentional")
        return sum.tanh(); // [rows, readout]
    sum = sum + m_embeddingReadout(embedded); // [rows, 2 * readout]
    return std::get<0>(sum.view({sum.size(0), -1, 2}).max(2));
}

} // namespace core
