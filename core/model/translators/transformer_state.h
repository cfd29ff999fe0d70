#pragma once

#include "core/model/translator.h"
#include "core/nn/layers/transformer_decoder.h"

#include <vector>

namespace core {

/// What a Transformer decoder carries while a search goes on. Keys and values of the sources are
/// those of the sentences: hypotheses of one sentence read the same ones, however many there are.
class TransformerDecoderState : public DecoderState {
public:
    /// @param caches  of all layers, before the first token.
    TransformerDecoderState(const TokenLayout& sources, std::vector<DecoderLayerCache> caches);

    void select(const torch::Tensor& rows) override;
    torch::Tensor attention() const override { return m_attention; }

    /// Tokens that each row was fed so far.
    int64_t length() const { return m_caches.front().own.length(); }
    const SentenceRows& rows() const { return m_rows; }
    std::vector<DecoderLayerCache>& caches() { return m_caches; }
    /// @param weights [rows, sourceLength]
    void setAttention(const torch::Tensor& weights) { m_attention = weights; }

private:
    SentenceRows m_rows;
    std::vector<DecoderLayerCache> m_caches;
    torch::Tensor m_attention;
};

} // namespace core
