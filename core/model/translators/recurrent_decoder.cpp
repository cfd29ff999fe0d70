#include "core/model/translators/recurrent_decoder.h"

#include "core/nn/tensors.h"

#include <algorithm>
#include <numeric>

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
    for (const CellStates& layer : place.layers) {
        result.layers.emplace_back();
        for (const Tensor& state : layer)
            result.layers.back().push_back(function(state));
    }
    result.fed = ifDefined(place.fed, function);
    return result;
}

/// The sentence of each run of equal neighbours, if all runs are equally long; else each row's own.
std::vector<int64_t> memoryRows(const std::vector<int64_t>& sentences)
{
    std::vector<int64_t> runs, counts;
    for (const int64_t sentence : sentences) {
        if (runs.empty() || runs.back() != sentence) {
            runs.push_back(sentence);
            counts.push_back(0);
        }
        ++counts.back();
    }
    const bool equal = std::all_of(counts.begin(), counts.end(),
                                   [&](int64_t count) { return count == counts.front(); });
    return equal ? runs : sentences;
}

bool areInOrder(const std::vector<int64_t>& values)
{
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != static_cast<int64_t>(i))
            return false;
    return true;
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
    : m_parts(parts), m_steps(layerSteps(*parts.cells, parts.dimension, dropout))
{
    const RecurrentTranslatorOptions& options = parts.options;
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
    return {&cells->graph(), options.layers, false, cells->weights()};
}

std::string stateTitle(const CellGraph& cell, size_t state)
{
    const std::string& name = cell.stateName(state);
    return name == "h" ? "hidden" : name == "c" ? "cell" : name;
}

void DecoderPass::seenStep(const SeenStep& seen, const Tensor& fed,
                           std::vector<CellStates>& states) const
{
    const RecurrentImpl& cells = *m_parts.cells;
    Tensor input = fed.defined() ? torch::cat({seen.embedded, fed}, 1) : seen.embedded;
    for (size_t layer = 0; layer < states.size(); ++layer) {
        const CellHook hook = [&](CellMoment moment, const Tensor& value) {
            moment.layer = seen.layer + static_cast<int64_t>(layer);
            moment.token = seen.token;
            return seen.look.hook(moment, value);
        };
        if (layer > 0)
            input = states[layer - 1].front();
        states[layer] = plainCellStep(cells.graph(), cells.weights()[layer], input, states[layer],
                                      {hook, seen.look.terms});
    }
}

DecoderStep DecoderPass::step(const Tensor& prepared, DecoderPlace& place, const Look& look,
                              const Tensor& marks, const SeenStep* seen) const
{
    const RecurrentTranslatorOptions& options = m_parts.options;
    DecoderStep result;
    Tensor fed;
    if (options.feedsContext()) {
        result.attended = look(place.top());
        fed = result.attended.context;
    } else if (options.inputFeeding) {
        fed = place.fed;
    }
    if (seen != nullptr)
        seenStep(*seen, fed, place.layers);
    else
        m_steps->step(prepared, fed, place.layers, marks);
    result.state = place.top();
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

RecurrentDecoderState::RecurrentDecoderState(DecoderMemory memory, DecoderPlace place,
                                             DecoderPass pass)
    : m_all(memory)
    , m_memory(std::move(memory))
    , m_sentences(static_cast<size_t>(place.rows()))
    , m_place(std::move(place))
    , m_pass(std::move(pass))
{
    std::iota(m_sentences.begin(), m_sentences.end(), int64_t{0});
}

void RecurrentDecoderState::select(const torch::Tensor& rows)
{
    const torch::Tensor index = rows.to(torch::kCPU).contiguous();
    const std::vector<int64_t> from(index.data_ptr<int64_t>(),
                                    index.data_ptr<int64_t>() + index.numel());
    if (from.size() == m_sentences.size() && areInOrder(from))
        return;
    std::vector<int64_t> sentences;
    for (const int64_t row : from)
        sentences.push_back(m_sentences.at(static_cast<size_t>(row)));
    const torch::Tensor onDevice = index.to(m_place.top().device());
    m_place = m_place.selected(onDevice);
    if (m_attention.defined())
        m_attention = m_attention.index_select(0, onDevice);
    m_stale = m_stale || sentences != m_sentences;
    m_sentences = std::move(sentences);
}

Attended RecurrentDecoderState::attend(AttentionScore& score, const torch::Tensor& states)
{
    const DecoderMemory& fit = memory();
    const int64_t texts = fit.states.size(0);
    const Attended found = core::attend(score, states.reshape({texts, -1, states.size(1)}),
                                        fit.keys, fit.states, fit.padding);
    return {found.context.flatten(0, 1), found.weights.flatten(0, 1), found.scores.flatten(0, 1)};
}

const DecoderMemory& RecurrentDecoderState::memory()
{
    if (!m_stale)
        return m_memory;
    m_stale = false;
    const std::vector<int64_t> wanted = memoryRows(m_sentences);
    const bool all
        = static_cast<int64_t>(wanted.size()) == m_all.states.size(0) && areInOrder(wanted);
    m_memory = all ? m_all
                   : m_all.selected(torch::tensor(wanted, torch::kInt64).to(m_all.states.device()));
    return m_memory;
}

} // namespace core
