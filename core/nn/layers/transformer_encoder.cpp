#include "core/nn/layers/transformer_encoder.h"

#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

TransformerLayerImpl::TransformerLayerImpl(const TransformerOptions& options)
    : TransformerBlock(options), m_sight(options.sight)
{
    m_attention = selfAttention();
    addFeedForward();
    addNorms(2);
}

torch::Tensor TransformerLayerImpl::through(const torch::Tensor& tokens, const torch::Tensor& marks,
                                            const SubLayer& attention)
{
    const torch::Tensor mixed = around(0, tokens, marks, attention);
    return around(1, mixed, marks, [&](const torch::Tensor& x) { return feedForward(x, marks); });
}

torch::Tensor TransformerLayerImpl::forward(const torch::Tensor& tokens, const TokenLayout& layout,
                                            AttentionResult* opened, const WeightsHook& hook)
{
    return through(tokens, layout.marks(), [&](const torch::Tensor& x) {
        if (opened == nullptr)
            return m_attention(x, layout, m_sight);
        *opened = m_attention->open(x, layout, m_sight, hook);
        return opened->output;
    });
}

torch::Tensor TransformerLayerImpl::goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                                         torch::Tensor& keysValues, AttentionResult* opened,
                                         const WeightsHook& hook)
{
    return through(tokens, texts.added().marks(), [&](const torch::Tensor& x) {
        return m_attention->goOn(x, texts, keysValues, opened, hook);
    });
}

GraphValue TransformerLayerImpl::graph(GraphBuilder& builder, GraphValue tokens, GraphValue places,
                                       GraphValue mask, GraphValue& keysValues) const
{
    const GraphValue mixed = graphAround(builder, 0, tokens, [&](GraphValue x) {
        return m_attention->graph(builder, x, places, mask, keysValues);
    });
    return graphAround(builder, 1, mixed,
                       [&](GraphValue x) { return graphFeedForward(builder, x); });
}

GraphValue TransformerEncoderImpl::graph(GraphBuilder& builder, GraphValue tokens,
                                         GraphValue places, GraphValue mask,
                                         GraphValues& keysValues) const
{
    keysValues.resize(m_layers.size());
    for (size_t i = 0; i < m_layers.size(); ++i)
        tokens = m_layers[i]->graph(builder, tokens, places, mask, keysValues[i]);
    return m_norm.is_empty() ? tokens : graphNorm(builder, m_norm, tokens);
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options)
    : m_layers(addLayers<TransformerLayer>(*this, options))
    , m_norm(addLastNorm(*this, options))
    , m_streamPlaces(lastStreamPlaces(m_norm, options))
{
}

template <class Layer>
torch::Tensor TransformerEncoderImpl::throughAll(torch::Tensor tokens, AttentionLook* look,
                                                 const Layer& layer)
{
    for (size_t i = 0; i < m_layers.size(); ++i) {
        AttentionResult attention;
        const AttentionPlace place{"encoder", static_cast<int64_t>(i)};
        tokens = observed(*this, "layers", i,
                          layer(i, tokens, look == nullptr ? nullptr : &attention,
                                look == nullptr ? WeightsHook() : hookAt(look->hook, place)));
        if (look != nullptr)
            look->layers.push_back(attention);
    }
    if (!m_streamPlaces.empty())
        measureStream(*this, 0, tokens);
    return m_norm.is_empty() ? tokens : observed(*this, "norm", m_norm(tokens));
}

torch::Tensor TransformerEncoderImpl::forward(torch::Tensor tokens, const TokenLayout& layout,
                                              AttentionLook* look)
{
    return throughAll(
        std::move(tokens), look,
        [&](size_t i, const torch::Tensor& x, AttentionResult* attention, const WeightsHook& hook) {
            return m_layers[i](x, layout, attention, hook);
        });
}

torch::Tensor TransformerEncoderImpl::goOn(torch::Tensor tokens, const ContinuedTexts& texts,
                                           std::vector<torch::Tensor>& keysValues,
                                           AttentionLook* look)
{
    keysValues.resize(m_layers.size());
    return throughAll(
        std::move(tokens), look,
        [&](size_t i, const torch::Tensor& x, AttentionResult* attention, const WeightsHook& hook) {
            return m_layers[i]->goOn(x, texts, keysValues[i], attention, hook);
        });
}

} // namespace core
