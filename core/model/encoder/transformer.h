#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/parts/transformer_block_options.h"
#include "core/nn/layers/transformer_encoder.h"

#include <torch/nn/modules/embedding.h>

namespace core {

/// Options of the network "transformer".
struct TransformerEncoderOptions : TransformerBlockOptions {
    int64_t layers = 2;
    bool scaleEmbedding = false; ///< Vectors times the root of their dimension.
    bool normEmbedding = false; ///< A LayerNorm before the first layer.
    int64_t segments = 0; ///< Parts of a text, each with a vector; 0: none. Encoder only.
    bool finalNorm = false; ///< With post-norm: a norm after the last layer. Translators only.
    bool causal = false; ///< Tokens attend to themselves and to earlier ones. Decoder only.
    Selection pooling{"maximum", Json::object()}; ///< Used by the head.

    TransformerOptions stack(int64_t features) const;
};

/// Options of the network "transformer_decoder": the same with GPT's standards.
struct TransformerDecoderOptions : TransformerEncoderOptions {
    TransformerDecoderOptions()
    {
        layers = 4;
        feedForwardSize = 512;
        norm = "pre";
        positions = "learned";
        activation = "gelu";
        causal = true;
        pooling.kind = "last"; // The only state that has read the whole text.
    }
};

/// Embedding with positions, Transformer encoder layers; causal, a decoder as GPT is one.
///
/// Sources: Vaswani et al. (2017), arXiv:1706.03762, the encoder of section 3; Radford et al.
/// (2018), "Improving Language Understanding by Generative Pre-Training". Differs: padding is
/// neither computed nor looked at (token_layout.h). Parameters: embedding, positions (learned),
/// segments, embedding_norm, transformer.layers.i.* and transformer.norm (as
/// torch.nn.TransformerEncoder).
///
/// Segments are those of Devlin et al. (2018), arXiv:1810.04805: a text's parts end with <eos>, its
/// token [SEP], and each token has the vector of its part added.
///
/// Causal, its carried state is [rows] int64, the tokens read so far, and for each layer keys and
/// values [rows, places, 2 * dimension]: a token more costs one token's work. A place that learned
/// positions do not reach cannot be gone on to (traits().window); a longer text is read again from
/// a later beginning, as its positions were learned.
class TransformerTextEncoder : public Encoder {
public:
    TransformerTextEncoder(const TransformerEncoderOptions& options,
                           const EncoderContext& encoderContext);

    /// States [tokens, dimension], packed by `layout` of `batch`.
    torch::Tensor read(const SequenceBatch& batch, const TokenLayout& layout, AttentionLook* look);
    Encoded forward(const SequenceBatch& batch, AttentionLook* look,
                    CarriedState* carried) override;

    EncoderTraits traits() const override
    {
        return {.tokenStates = true,
                .causal = m_options.causal,
                .carriesState = m_options.causal,
                .window = m_options.causal ? context().maximumLength : 0};
    }
    int64_t features() const override { return dimension(); }
    HeadOptions headOptions() const override { return {m_options.pooling}; }

    std::vector<LayerSummary> describe(const std::string& length) const override;
    int64_t activationsPerToken(int64_t length) const override;
    torch::Tensor positions(int64_t length) override
    {
        return m_positions.is_empty() ? torch::Tensor()
                                      : m_positions->atMost(length, table()->weight.device());
    }
    std::string pythonSource() const override;
    /// Its state is "lengths" [batch], the tokens read so far; "visible" [batch, places] bool,
    /// which of the places hold one of them; and the keys and values of each layer.
    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override;
    std::vector<GraphPort> graphState() const override;

private:
    /// Like read(), for texts that continue the tokens of `carried`.
    torch::Tensor readOn(const SequenceBatch& batch, const TokenLayout& layout, AttentionLook* look,
                         CarriedState& carried);
    /// The input of the first layer. @param places  vectors of positions [tokens, dimension];
    /// undefined: none are added. @param carried  null: the texts begin.
    torch::Tensor entered(const SequenceBatch& batch, const TokenLayout& layout,
                          const torch::Tensor& places, const CarriedState* carried);

    TransformerEncoderOptions m_options;
    torch::nn::Linear m_joined{nullptr}; ///< Empty unless something is joined to the words.
    Positions m_positions{nullptr}; ///< Empty where none are added.
    torch::nn::Embedding m_segments{nullptr}; ///< Empty without segments.
    torch::nn::LayerNorm m_norm{nullptr};
    TransformerEncoder m_transformer{nullptr};
};

} // namespace core
