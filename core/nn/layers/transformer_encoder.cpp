#include "core/nn/layers/transformer_encoder.h"

#include "core/nn/tensors.h"

namespace core {

TransformerLayerImpl::TransformerLayerImpl(const TransformerOptions& options)
    : TransformerBlock(options)
{
    m_attention = attention("self_attn");
    addFeedForward();
    addNorms(2);
}

torch::Tensor TransformerLayerImpl::forward(const torch::Tensor& tokens, const TokenLayout& layout,
                                            AttentionResult* opened)
{
    const torch::Tensor mixed = around(0, tokens, [&](const torch::Tensor& x) {
        if (opened == nullptr)
            return m_attention(x, layout);
        *opened = m_attention->open(x, layout);
        return opened->output;
    });
    return around(1, mixed, [this](const torch::Tensor& x) { return feedForward(x); });
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options)
    : m_layers(addLayers<TransformerLayer>(*this, options)), m_norm(addLastNorm(*this, options))
{
}

torch::Tensor TransformerEncoderImpl::forward(torch::Tensor tokens, const TokenLayout& layout,
                                              std::vector<AttentionResult>* opened)
{
    for (TransformerLayer& layer : m_layers) {
        AttentionResult attention;
        tokens = layer(tokens, layout, opened == nullptr ? nullptr : &attention);
        if (opened != nullptr)
            opened->push_back(attention);
    }
    return m_norm.is_empty() ? tokens : m_norm(tokens);
}

} // namespace core
