#pragma once

#include "core/nn/layers/transformer_block.h"

#include <vector>

namespace core {

/// Weights and scores of both attentions of a decoder layer.
struct OpenedDecoderLayer {
    AttentionResult own; ///< [batch, heads, length, length]
    AttentionResult cross; ///< [batch, heads, length, memory length]
};

/// The cache of a decoder layer that generates token by token.
struct DecoderLayerCache {
    KeyValueCache own;
    torch::Tensor memory; ///< [memory tokens, 2 * features]: keys and values for cross-attention.
};

/// One decoder layer: self-attention over this token and the previous ones, attention over the
/// encoder's output (the memory), then two linear layers for each token.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.1; see TransformerBlock. Parameters
/// of post- and pre-norm are those of torch.nn.TransformerDecoderLayer (self_attn, multihead_attn,
/// linear1, linear2, norm1, norm2, norm3).
class TransformerDecoderLayerImpl : public TransformerBlock {
public:
    explicit TransformerDecoderLayerImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed by `layout`.
    /// @param memory [memory tokens, features], packed by `memoryLayout`; text b belongs to text b
    ///        of the tokens.
    /// @param opened may be null; otherwise the hooks may change both attentions.
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          const torch::Tensor& memory, const TokenLayout& memoryLayout,
                          OpenedDecoderLayer* opened = nullptr, const WeightsHook& ownHook = {},
                          const WeightsHook& crossHook = {});

    /// The cache of a layer before the first token.
    DecoderLayerCache start(const torch::Tensor& memory);
    /// Like forward for the newest token of each row. No gradients.
    /// @param tokens [rows, features].
    /// @param meanWeights if not null, receives the mean over heads of the cross-attention [rows,
    ///        memory length].
    torch::Tensor step(const torch::Tensor& tokens, DecoderLayerCache& cache,
                       const SentenceRows& rows, torch::Tensor* meanWeights);

    /// In a graph. @param mask  of the own tokens; the others as MultiHeadAttentionImpl::graph().
    /// @param memory [batch, places, 2 * features] of graphMemory() @param memoryMask of these.
    GraphValue graph(GraphBuilder& builder, GraphValue tokens, GraphValue mask,
                     GraphValue& keysValues, GraphValue memory, GraphValue memoryMask) const;
    GraphValue graphMemory(GraphBuilder& builder, GraphValue memory) const
    {
        return m_cross->graphProjected(builder, memory, 1, 2);
    }

private:
    MultiHeadAttention m_own{nullptr}, m_cross{nullptr};
};
TORCH_MODULE(TransformerDecoderLayer);

/// A stack of decoder layers, named as in torch.nn.TransformerDecoder: "layers.0" ... and, if there
/// is a norm after the last layer, "norm".
class TransformerDecoderImpl : public torch::nn::Module, public ResidualStream {
public:
    /// @throws core::Error{BadSetting} when the heads do not divide the features.
    explicit TransformerDecoderImpl(const TransformerOptions& options);

    /// Like TransformerDecoderLayerImpl::forward. @param opened if not null, receives each layer's
    /// attentions, which `hook` may change.
    torch::Tensor forward(torch::Tensor tokens, const TokenLayout& layout,
                          const torch::Tensor& memory, const TokenLayout& memoryLayout,
                          std::vector<OpenedDecoderLayer>* opened = nullptr,
                          const AttentionHook& hook = {});

    /// The caches of all layers, before the first token.
    std::vector<DecoderLayerCache> start(const torch::Tensor& memory);
    /// Like forward for the newest token of each row; row r of the caches belongs to row r of the
    /// tokens. No gradients. @param tokens [rows, features].
    /// @param crossWeights receives the mean over heads of the last layer's cross-attention [rows,
    ///        memory length].
    torch::Tensor step(torch::Tensor tokens, std::vector<DecoderLayerCache>& caches,
                       const SentenceRows& rows, torch::Tensor& crossWeights);

    const std::vector<TransformerDecoderLayer>& layers() const { return m_layers; }
    const torch::nn::LayerNorm& norm() const { return m_norm; } ///< May be empty.
    std::vector<std::string> streamPlaces() const override { return m_streamPlaces; }

private:
    std::vector<TransformerDecoderLayer> m_layers;
    torch::nn::LayerNorm m_norm{nullptr};
    std::vector<std::string> m_streamPlaces;
};
TORCH_MODULE(TransformerDecoder);

} // namespace core
