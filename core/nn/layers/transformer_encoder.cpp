#include "core/nn/layers/transformer_encoder.h"

#include "core/nn/tensors.h"

namespace core {

TransformerLayerImpl::TransformerLayerImpl(const TransformerOptions& options)
    : TransformerBlock(options), m_sight(options.sight)
{
    m_attention = selfAttention();
    addFeedForward();
    addNorms(2);
}

torch::Tensor TransformerLayerImpl::through(const torch::Tensor& tokens, const SubLayer& attention)
{
    const torch::Tensor mixed = around(0, tokens, attention);
    return around(1, mixed, [this](const torch::Tensor& x) { return feedForward(x); });
}

torch::Tensor TransformerLayerImpl::forward(const torch::Tensor& tokens, const TokenLayout& layout,
                                            AttentionResult* opened)
{
    return through(tokens, [&](const torch::Tensor& x) {
        if (opened == nullptr)
            return m_attention(x, layout, m_sight);
        *opened = m_attention->open(x, layout, m_sight);
        return opened->output;
    });
}

torch::Tensor TransformerLayerImpl::goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                                         torch::Tensor& keysValues, AttentionResult* opened)
{
    return through(tokens, [&](const torch::Tensor& x) {
        return m_attention->goOn(x, texts, keysValues, opened);
    });
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options)
    : m_layers(addLayers<TransformerLayer>(*this, options)), m_norm(addLastNorm(*this, options))
{
}

template <class Layer>
torch::Tensor TransformerEncoderImpl::throughAll(torch::Tensor tokens,
                                                 std::vector<AttentionResult>* opened,
                                                 const Layer& layer)
{
    for (size_t i = 0; i < m_layers.size(); ++i) {
        AttentionResult attention;
        tokens = layer(i, tokens, opened == nullptr ? nullptr : &attention);
        if (opened != nullptr)
            opened->push_back(attention);
    }
    return m_norm.is_empty() ? tokens : m_norm(tokens);
}

torch::Tensor TransformerEncoderImpl::forward(torch::Tensor tokens, const TokenLayout& layout,
                                              std::vector<AttentionResult>* opened)
{
    return throughAll(std::move(tokens), opened,
                      [&](size_t i, const torch::Tensor& x, AttentionResult* attention) {
                          return m_layers[i](x, layout, attention);
                      });
}

torch::Tensor TransformerEncoderImpl::goOn(torch::Tensor tokens, const ContinuedTexts& texts,
                                           std::vector<torch::Tensor>& keysValues,
                                           std::vector<AttentionResult>* opened)
{
    keysValues.resize(m_layers.size());
    return throughAll(std::move(tokens), opened,
                      [&](size_t i, const torch::Tensor& x, AttentionResult* attention) {
                          return m_layers[i]->goOn(x, texts, keysValues[i], attention);
                      });
}

} // namespace core
