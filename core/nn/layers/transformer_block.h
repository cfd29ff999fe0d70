#pragma once

#include "core/nn/layers/attention.h"
#include "core/nn/layers/residual_stream.h"

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/normalization.h>

#include <functional>
#include <vector>

namespace core {

enum class NormPlace {
    Post, ///< x <- norm(x + f(x)): the original Transformer.
    Pre, ///< x <- x + f(norm(x)): trains without warm-up.
    ReZero ///< x <- x + a f(x), a starts at 0: no normalisation.
};
enum class Activation { Relu, Gelu, TanhGelu };

struct TransformerOptions {
    int64_t features = 0; ///< Features of each input and output token.
    int64_t heads = 1;
    int64_t feedForwardSize = 0;
    int64_t layers = 1;
    double dropout = 0.0; ///< Dropout of attention weights, inside and after each sub-layer.
    NormPlace norm = NormPlace::Post;
    Activation activation = Activation::Relu;
    Sight sight = Sight::All; ///< For encoder layers; decoder layers always use Sight::Past.
    bool rotary = false; ///< Self-attention rotates queries and keys by their positions.
    /// Adds a norm after the last layer also with post-norm, as in torch.nn.Transformer. Pre-norm
    /// always has one, ReZero never.
    bool lastNorm = false;
    double normEpsilon = 1e-5; ///< Added to the variance in every norm.
};

/// The common parts of encoder and decoder layers: residual connections with their norms around
/// each sub-layer, and the feed-forward sub-layer W2 f(W1 x + b1) + b2 for each token.
///
/// Sources: Vaswani et al. (2017), arXiv:1706.03762, section 3.1; pre-norm: Xiong et al. (2020),
/// arXiv:2002.04745; ReZero: Bachlechner et al. (2020), arXiv:2003.04887. Parameters of post- and
/// pre-norm are those of PyTorch's layers (linear1, linear2, norm1, norm2 ...); ReZero has
/// "resweight" [1] for all sub-layers instead of the norms.
class TransformerBlock : public torch::nn::Module, public ResidualStream {
public:
    std::vector<std::string> streamPlaces() const override;

protected:
    using SubLayer = std::function<torch::Tensor(const torch::Tensor&)>;

    explicit TransformerBlock(const TransformerOptions& options) : m_options(options) { }

    // Constructors must call these in this order after registering the attentions, so that
    // parameters have PyTorch's order.
    void addFeedForward();
    void addNorms(int64_t subLayers);

    MultiHeadAttention selfAttention(); ///< "self_attn"
    MultiHeadAttention attention(const std::string& name);
    /// One sub-layer with dropout, residual connection and norm number `index`.
    /// @param marks  as dropOut()'s; undefined where nothing is dropped.
    torch::Tensor around(size_t index, const torch::Tensor& tokens, const torch::Tensor& marks,
                         const SubLayer& subLayer);
    torch::Tensor feedForward(const torch::Tensor& tokens, const torch::Tensor& marks);
    /// The same in a graph.
    GraphValue graphAround(GraphBuilder& builder, size_t index, GraphValue tokens,
                           const std::function<GraphValue(GraphValue)>& subLayer) const;
    GraphValue graphFeedForward(GraphBuilder& builder, GraphValue tokens) const;

private:
    double dropout() const { return is_training() ? m_options.dropout : 0.0; }

    TransformerOptions m_options;
    torch::nn::Linear m_first{nullptr}, m_second{nullptr};
    std::vector<torch::nn::LayerNorm> m_norms;
    int64_t m_subLayers = 0;
    torch::Tensor m_residualWeight;
};

/// Registers "layers.0" ... with `owner`.
template <class Layer>
std::vector<Layer> addLayers(torch::nn::Module& owner, const TransformerOptions& options)
{
    std::vector<Layer> layers;
    torch::nn::ModuleList list;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        layers.emplace_back(options);
        list->push_back(layers.back());
    }
    owner.register_module("layers", list);
    return layers;
}

/// A norm with weight and bias, in a graph.
GraphValue graphNorm(GraphBuilder& builder, const torch::nn::LayerNorm& norm, GraphValue x);

/// Registers the "norm" after the last layer with `owner`; returns none if the options need none.
torch::nn::LayerNorm addLastNorm(torch::nn::Module& owner, const TransformerOptions& options);

/// ResidualStream::streamPlaces() of a stack: the input of its last norm; with ReZero its output;
/// none where it ends with the norm of its last layer.
std::vector<std::string> lastStreamPlaces(const torch::nn::LayerNorm& norm,
                                          const TransformerOptions& options);

} // namespace core
