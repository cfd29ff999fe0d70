#include "core/nn/transformer_encoder.h"

#include "core/nn/dropout.h"

#include <torch/torch.h>

namespace core {

TransformerLayerImpl::TransformerLayerImpl(const TransformerOptions& options) : m_options(options)
{
    const int64_t features = options.features;
    m_attention = register_module("self_attn",
                                  MultiHeadAttention(features, options.heads, options.dropout));
    m_first = register_module("linear1", torch::nn::Linear(features, options.feedForwardSize));
    m_second = register_module("linear2", torch::nn::Linear(options.feedForwardSize, features));
    if (options.norm == NormPlace::ReZero) {
        m_residualWeight = register_parameter("resweight", torch::zeros({1}));
        return;
    }
    const torch::nn::LayerNormOptions shape({features});
    m_firstNorm = register_module("norm1", torch::nn::LayerNorm(shape));
    m_secondNorm = register_module("norm2", torch::nn::LayerNorm(shape));
}

torch::Tensor TransformerLayerImpl::attend(const torch::Tensor& tokens, const TokenLayout& layout,
                                           torch::Tensor* weights)
{
    torch::Tensor mixed; // [tokens, features]
    if (weights == nullptr) {
        mixed = m_attention(tokens, layout);
    } else {
        const AttentionResult opened = m_attention->open(tokens, layout);
        mixed = opened.output;
        *weights = opened.weights;
    }
    return dropOut(mixed, dropout());
}

torch::Tensor TransformerLayerImpl::feedForward(const torch::Tensor& tokens)
{
    const torch::Tensor hidden = m_first(tokens); // [tokens, feedForwardSize]
    const torch::Tensor active
        = m_options.activation == Activation::Relu ? torch::relu(hidden) : torch::gelu(hidden);
    const torch::Tensor output = m_second(dropOut(active, dropout())); // [tokens, features]
    return dropOut(output, dropout());
}

torch::Tensor TransformerLayerImpl::forward(const torch::Tensor& tokens, const TokenLayout& layout,
                                            torch::Tensor* weights)
{
    torch::Tensor state = tokens;
    switch (m_options.norm) {
    case NormPlace::Post:
        state = m_firstNorm(state + attend(state, layout, weights));
        return m_secondNorm(state + feedForward(state));
    case NormPlace::Pre:
        state = state + attend(m_firstNorm(state), layout, weights);
        return state + feedForward(m_secondNorm(state));
    case NormPlace::ReZero:
        state = state + m_residualWeight * attend(state, layout, weights);
        return state + m_residualWeight * feedForward(state);
    }
    return state;
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options)
{
    torch::nn::ModuleList list;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        m_layers.emplace_back(options);
        list->push_back(m_layers.back());
    }
    register_module("layers", list);
    if (options.norm == NormPlace::Pre)
        m_norm = register_module(
            "norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({options.features})));
}

torch::Tensor TransformerEncoderImpl::forward(torch::Tensor tokens, const TokenLayout& layout,
                                              std::vector<torch::Tensor>* weights)
{
    for (TransformerLayer& layer : m_layers) {
        torch::Tensor opened; // [batch, heads, length, length]
        tokens = layer(tokens, layout, weights == nullptr ? nullptr : &opened);
        if (weights != nullptr)
            weights->push_back(opened);
    }
    return m_norm.is_empty() ? tokens : m_norm(tokens);
}

} // namespace core
