#pragma once

#include "core/nn/layers/transformer_block.h"

#include <vector>

namespace core {

/// One encoder layer: self-attention, then two linear layers for each token. Parameters of post-
/// and pre-norm are those of torch.nn.TransformerEncoderLayer.
class TransformerLayerImpl : public TransformerBlock {
public:
    explicit TransformerLayerImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed as `layout` says.
    /// @param opened if not null, gets weights and scores [batch, heads, length, length].
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          AttentionResult* opened = nullptr);

private:
    MultiHeadAttention m_attention{nullptr};
};
TORCH_MODULE(TransformerLayer);

/// A stack of encoder layers, named as in torch.nn.TransformerEncoder: "layers.0" ... and "norm"
/// where there is one after the last.
class TransformerEncoderImpl : public torch::nn::Module {
public:
    /// @throws core::Error{BadSetting} when the heads do not divide the features.
    explicit TransformerEncoderImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed as `layout` says.
    /// @param opened if not null, gets each layer's attention [batch, heads, length, length].
    /// @return [tokens, features].
    torch::Tensor forward(torch::Tensor tokens, const TokenLayout& layout,
                          std::vector<AttentionResult>* opened = nullptr);

    const std::vector<TransformerLayer>& layers() const { return m_layers; }
    const torch::nn::LayerNorm& norm() const { return m_norm; } ///< May be empty.

private:
    std::vector<TransformerLayer> m_layers;
    torch::nn::LayerNorm m_norm{nullptr};
};
TORCH_MODULE(TransformerEncoder);

} // namespace core
