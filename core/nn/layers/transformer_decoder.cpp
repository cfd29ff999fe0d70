#include "core/nn/layers/transformer_decoder.h"

#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(const TransformerOptions& options)
    : TransformerBlock(options)
{
    m_own = attention("self_attn");
    m_cross = attention("multihead_attn");
    addFeedForward();
    addNorms(3);
}

torch::Tensor TransformerDecoderLayerImpl::forward(
    const torch::Tensor& tokens, const TokenLayout& layout, const torch::Tensor& memory,
    const TokenLayout& memoryLayout, OpenedDecoderLayer* opened, const WeightsHook& ownHook,
    const WeightsHook& crossHook)
{
    const torch::Tensor& marks = layout.marks();
    torch::Tensor state = around(0, tokens, marks, [&](const torch::Tensor& x) {
        if (opened == nullptr)
            return m_own(x, layout, Sight::Past);
        opened->own = m_own->open(x, layout, Sight::Past, ownHook);
        return opened->own.output;
    });
    state = around(1, state, marks, [&](const torch::Tensor& x) {
        if (opened == nullptr)
            return m_cross->across(x, layout, memory, memoryLayout);
        opened->cross = m_cross->openAcross(x, layout, memory, memoryLayout, crossHook);
        return opened->cross.output;
    });
    return around(2, state, marks, [&](const torch::Tensor& x) { return feedForward(x, marks); });
}

GraphValue TransformerDecoderLayerImpl::graph(GraphBuilder& builder, GraphValue tokens,
                                              GraphValue mask, GraphValue& keysValues,
                                              GraphValue memory, GraphValue memoryMask) const
{
    GraphValue state = graphAround(builder, 0, tokens, [&](GraphValue x) {
        return m_own->graph(builder, x, GraphValue(), mask, keysValues);
    });
    state = graphAround(builder, 1, state, [&](GraphValue x) {
        return m_cross->graphAcross(builder, m_cross->graphProjected(builder, x, 0, 1), memory,
                                    memoryMask);
    });
    return graphAround(builder, 2, state,
                       [&](GraphValue x) { return graphFeedForward(builder, x); });
}

DecoderLayerCache TransformerDecoderLayerImpl::start(const torch::Tensor& memory)
{
    return {{}, m_cross->keysAndValues(memory).contiguous()};
}

torch::Tensor TransformerDecoderLayerImpl::step(const torch::Tensor& tokens,
                                                DecoderLayerCache& cache, const SentenceRows& rows,
                                                torch::Tensor* meanWeights)
{
    torch::Tensor state
        = around(0, tokens, {}, [&](const torch::Tensor& x) { return m_own->step(x, cache.own); });
    state = around(1, state, {}, [&](const torch::Tensor& x) {
        return m_cross->stepAcross(x, cache.memory, rows, meanWeights);
    });
    return around(2, state, {}, [this](const torch::Tensor& x) { return feedForward(x, {}); });
}

TransformerDecoderImpl::TransformerDecoderImpl(const TransformerOptions& options)
    : m_layers(addLayers<TransformerDecoderLayer>(*this, options))
    , m_norm(addLastNorm(*this, options))
    , m_streamPlaces(lastStreamPlaces(m_norm, options))
{
}

torch::Tensor TransformerDecoderImpl::forward(torch::Tensor tokens, const TokenLayout& layout,
                                              const torch::Tensor& memory,
                                              const TokenLayout& memoryLayout,
                                              std::vector<OpenedDecoderLayer>* opened,
                                              const AttentionHook& hook)
{
    for (size_t i = 0; i < m_layers.size(); ++i) {
        const auto number = static_cast<int64_t>(i);
        OpenedDecoderLayer attention;
        tokens = observed(*this, "layers", i,
                          m_layers[i](tokens, layout, memory, memoryLayout,
                                      opened == nullptr ? nullptr : &attention,
                                      hookAt(hook, {"decoder", number}),
                                      hookAt(hook, {"cross", number})));
        if (opened != nullptr)
            opened->push_back(attention);
    }
    if (!m_streamPlaces.empty())
        measureStream(*this, 0, tokens);
    return m_norm.is_empty() ? tokens : observed(*this, "norm", m_norm(tokens));
}

std::vector<DecoderLayerCache> TransformerDecoderImpl::start(const torch::Tensor& memory)
{
    const torch::NoGradGuard noGradient;
    std::vector<DecoderLayerCache> caches;
    for (TransformerDecoderLayer& layer : m_layers)
        caches.push_back(layer->start(memory));
    return caches;
}

torch::Tensor TransformerDecoderImpl::step(torch::Tensor tokens,
                                           std::vector<DecoderLayerCache>& caches,
                                           const SentenceRows& rows, torch::Tensor& crossWeights)
{
    const torch::NoGradGuard noGradient;
    for (size_t i = 0; i < m_layers.size(); ++i)
        tokens = m_layers[i]->step(tokens, caches[i], rows,
                                   i + 1 == m_layers.size() ? &crossWeights : nullptr);
    return m_norm.is_empty() ? tokens : m_norm(tokens);
}

} // namespace core
