#pragma once

#include "core/nn/attention.h"

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/normalization.h>

#include <vector>

namespace core {

enum class NormPlace {
    Post, ///< x <- norm(x + f(x)): the original Transformer.
    Pre, ///< x <- x + f(norm(x)): trains without warm-up.
    ReZero ///< x <- x + a f(x), a starts at 0: no normalisation at all.
};
enum class Activation { Relu, Gelu };

struct TransformerOptions {
    int64_t features = 0; ///< Of each token, in and out.
    int64_t heads = 1;
    int64_t feedForwardSize = 0;
    int64_t layers = 1;
    double dropout = 0.0; ///< Of attention weights, inside and after each sub-layer.
    NormPlace norm = NormPlace::Post;
    Activation activation = Activation::Relu;
};

/// One encoder layer: self-attention, then two linear layers for each token, each with a residual
/// connection.
///
/// Sources: Vaswani et al. (2017), arXiv:1706.03762, section 3.1; pre-norm: Xiong et al. (2020),
/// arXiv:2002.04745; ReZero: Bachlechner et al. (2020), arXiv:2003.04887. Parameters of post- and
/// pre-norm are those of torch.nn.TransformerEncoderLayer (self_attn, linear1, linear2, norm1,
/// norm2); ReZero has "resweight" [1] for both sub-layers in place of the norms.
class TransformerLayerImpl : public torch::nn::Module {
public:
    explicit TransformerLayerImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed as `layout` says.
    /// @param weights if not null, gets the attention [batch, heads, length, length].
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          torch::Tensor* weights = nullptr);

private:
    torch::Tensor attend(const torch::Tensor& tokens, const TokenLayout& layout,
                         torch::Tensor* weights);
    torch::Tensor feedForward(const torch::Tensor& tokens);
    double dropout() const { return is_training() ? m_options.dropout : 0.0; }

    TransformerOptions m_options;
    MultiHeadAttention m_attention{nullptr};
    torch::nn::Linear m_first{nullptr}, m_second{nullptr};
    torch::nn::LayerNorm m_firstNorm{nullptr}, m_secondNorm{nullptr};
    torch::Tensor m_residualWeight;
};
TORCH_MODULE(TransformerLayer);

/// A stack of encoder layers, named as in torch.nn.TransformerEncoder: "layers.0" ...; with
/// pre-norm a last "norm".
class TransformerEncoderImpl : public torch::nn::Module {
public:
    /// @throws core::Error{BadSetting} when the heads do not divide the features.
    explicit TransformerEncoderImpl(const TransformerOptions& options);

    /// @param tokens [tokens, features], packed as `layout` says.
    /// @param weights if not null, gets each layer's attention [batch, heads, length, length].
    /// @return [tokens, features].
    torch::Tensor forward(torch::Tensor tokens, const TokenLayout& layout,
                          std::vector<torch::Tensor>* weights = nullptr);

    const std::vector<TransformerLayer>& layers() const { return m_layers; }
    const torch::nn::LayerNorm& norm() const { return m_norm; } ///< Empty but for pre-norm.

private:
    std::vector<TransformerLayer> m_layers;
    torch::nn::LayerNorm m_norm{nullptr};
};
TORCH_MODULE(TransformerEncoder);

} // namespace core
