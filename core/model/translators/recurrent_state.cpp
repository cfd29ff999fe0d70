#include "core/model/translators/recurrent_state.h"

#include "core/nn/tensors.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

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
