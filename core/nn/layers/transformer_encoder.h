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
    /// @param hook  may change the weights. @pre none where `opened` is null.
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          AttentionResult* opened = nullptr, const WeightsHook& hook = {});
    /// As forward, of texts that go on: see MultiHeadAttentionImpl::goOn. @pre Sight::Past.
    torch::Tensor goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                       torch::Tensor& keysValues, AttentionResult* opened = nullptr,
                       const WeightsHook& hook = {});

    /// forward() or goOn() in a graph; see MultiHeadAttentionImpl::graph().
    GraphValue graph(GraphBuilder& builder, GraphValue tokens, GraphValue places, GraphValue mask,
                     GraphValue& keysValues) const;

private:
    /// Both sub-layers.
    torch::Tensor through(const torch::Tensor& tokens, const torch::Tensor& marks,
                          const SubLayer& attention);

    Sight m_sight;
    MultiHeadAttention m_attention{nullptr};
};
TORCH_MODULE(TransformerLayer);

/// A stack of encoder layers, named as in torch.nn.TransformerEncoder: "layers.0" ... and "norm"
/// where there is one after the last. With Sight::Past it is a decoder that has no encoder to look
/// at: Radford et al. (2018), "Improving Language Understanding by Generative Pre-Training".
class TransformerEncoderImpl : public torch::nn::Module, public ResidualStream {
public:
    /// @throws core::Error{BadSetting} when the heads do not divide the features.
    explicit TransformerEncoderImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed as `layout` says.
    /// @param look if not null, gets and may change each layer's attention, of the group "encoder".
    /// @return [tokens, features].
    torch::Tensor forward(torch::Tensor tokens, const TokenLayout& layout,
                          AttentionLook* look = nullptr);
    /// As forward, of texts that go on. @pre Sight::Past.
    /// @param tokens [added tokens, features].
    /// @param keysValues  of each layer, as MultiHeadAttentionImpl::goOn; empty: nothing was read.
    torch::Tensor goOn(torch::Tensor tokens, const ContinuedTexts& texts,
                       std::vector<torch::Tensor>& keysValues, AttentionLook* look = nullptr);

    /// All layers in a graph. @param keysValues  of each layer; they become those of whole texts.
    GraphValue graph(GraphBuilder& builder, GraphValue tokens, GraphValue places, GraphValue mask,
                     GraphValues& keysValues) const;

    const std::vector<TransformerLayer>& layers() const { return m_layers; }
    const torch::nn::LayerNorm& norm() const { return m_norm; } ///< May be empty.
    std::vector<std::string> streamPlaces() const override { return m_streamPlaces; }

private:
    /// @param layer  (index, tokens, AttentionResult* or null, WeightsHook) -> tokens.
    template <class Layer>
    torch::Tensor throughAll(torch::Tensor tokens, AttentionLook* look, const Layer& layer);

    std::vector<TransformerLayer> m_layers;
    torch::nn::LayerNorm m_norm{nullptr};
    std::vector<std::string> m_streamPlaces;
};
TORCH_MODULE(TransformerEncoder);

} // namespace core
