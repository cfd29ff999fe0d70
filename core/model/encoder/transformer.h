#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/transformer_block_options.h"
#include "core/nn/layers/transformer_encoder.h"

namespace core {

/// Options of the network "transformer".
struct TransformerEncoderOptions : TransformerBlockOptions {
    int64_t layers = 2;
    bool scaleEmbedding = false; ///< Vectors times the root of their dimension.
    bool normEmbedding = false; ///< A LayerNorm before the first layer.
    bool finalNorm = false; ///< Of post-norm: a last norm. Of translators only.
    Selection pooling{"maximum", Json::object()}; ///< Of the head.
};

const Schema<TransformerEncoderOptions>& transformerSchema();

/// Embedding with positions, Transformer encoder layers.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, the encoder of section 3. Differs: padding is
/// neither computed nor looked at (token_layout.h). Parameters: embedding, positions (learned),
/// embedding_norm, transformer.layers.i.* and transformer.norm (as torch.nn.TransformerEncoder).
class TransformerTextEncoder : public Encoder {
public:
    TransformerTextEncoder(const TransformerEncoderOptions& options,
                           const EncoderContext& encoderContext);

    /// States [tokens, dimension], packed as `layout` of `batch` says.
    torch::Tensor read(const SequenceBatch& batch, const TokenLayout& layout,
                       std::vector<AttentionResult>* attention);
    Encoded forward(const SequenceBatch& batch, std::vector<AttentionResult>* attention) override;

    EncoderTraits traits() const override { return {.tokenStates = true}; }
    int64_t features() const override { return dimension(); }
    HeadOptions headOptions() const override { return {m_options.pooling}; }

    std::vector<LayerSummary> describe(const std::string& length) const override;
    int64_t activationsPerToken(int64_t length) const override;
    torch::Tensor positions(int64_t length) override
    {
        return m_positions->atMost(length, table()->weight.device());
    }
    std::string pythonSource() const override;

private:
    TransformerEncoderOptions m_options;
    Positions m_positions{nullptr};
    torch::nn::LayerNorm m_norm{nullptr};
    TransformerEncoder m_transformer{nullptr};
};

} // namespace core
