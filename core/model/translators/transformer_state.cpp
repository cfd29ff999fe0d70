#include "core/model/translators/transformer_state.h"

#include "core/nn/tensors.h"

#include <numeric>

namespace core {

TransformerDecoderState::TransformerDecoderState(const TokenLayout& sources,
                                                 std::vector<DecoderLayerCache> caches)
    : m_rows{sources, std::vector<int64_t>(static_cast<size_t>(sources.batch()))}
    , m_caches(std::move(caches))
{
    std::iota(m_rows.sentence.begin(), m_rows.sentence.end(), int64_t{0});
}

void TransformerDecoderState::select(const torch::Tensor& rows)
{
    const torch::NoGradGuard noGradient;
    const torch::Tensor chosen = rows.to(torch::kCPU).contiguous();
    const int64_t* row = chosen.data_ptr<int64_t>();
    std::vector<int64_t> sentences;
    bool same = chosen.numel() == static_cast<int64_t>(m_rows.sentence.size());
    for (int64_t i = 0; i < chosen.numel(); ++i) {
        sentences.push_back(m_rows.sentence.at(static_cast<size_t>(row[i])));
        same = same && row[i] == i;
    }
    if (same) // As most steps of greedy search; caches are large.
        return;
    m_rows.sentence = std::move(sentences);
    const torch::Tensor index = chosen.to(m_rows.layout.places().device());
    for (DecoderLayerCache& cache : m_caches)
        cache.own.select(index);
    if (m_attention.defined())
        m_attention = m_attention.index_select(0, index);
}

} // namespace core
