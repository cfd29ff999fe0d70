#include "core/model/translators/recurrent_state.h"

#include <torch/torch.h>

#include <numeric>

namespace core {

namespace {

/// The sentence of each run of equal neighbours, if all runs are equally long; else each row's own.
std::vector<int64_t> memoryRows(const std::vector<int64_t>& sentences)
{
    std::vector<int64_t> runs;
    size_t before = 0, length = 0;
    for (size_t row = 0; row < sentences.size(); ++row) {
        if (row > 0 && sentences[row] == sentences[row - 1])
            continue;
        if (row > 0 && length > 0 && row - before != length)
            return sentences;
        length = row > 0 ? row - before : 0;
        before = row;
        runs.push_back(sentences[row]);
    }
    return length > 0 && sentences.size() - before != length ? sentences : runs;
}

bool areInOrder(const std::vector<int64_t>& values)
{
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != static_cast<int64_t>(i))
            return false;
    return true;
}

} // namespace

RecurrentDecoderState::RecurrentDecoderState(DecoderMemory memory, DecoderPlace place)
    : m_all(memory)
    , m_memory(std::move(memory))
    , m_sentences(static_cast<size_t>(place.rows()))
    , m_place(std::move(place))
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
    const torch::Tensor onDevice = index.to(m_place.layers.front().hidden.device());
    m_place = m_place.selected(onDevice);
    if (m_attention.defined())
        m_attention = m_attention.index_select(0, onDevice);
    m_stale = m_stale || sentences != m_sentences;
    m_sentences = std::move(sentences);
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
