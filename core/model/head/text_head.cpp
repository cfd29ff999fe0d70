#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

TextHead::TextHead(const HeadContext& context) : m_context(context)
{
    if (context.tokenStates) {
        m_pooling
            = poolingRegistry().make(context.options.pooling, PoolingContext{context.features});
        register_module("pooling", m_pooling);
    }
    m_output = register_module("output", torch::nn::Linear(context.features, context.outputs));
}

HeadOutput TextHead::forward(const Encoded& encoded)
{
    PooledTexts texts = m_pooling == nullptr ? PooledTexts{encoded.texts, {}}
                                             : m_pooling->forward(encoded.tokens);
    const double dropout = is_training() ? m_context.options.dropout : 0.0;
    if (m_pooling != nullptr)
        texts.vectors = observed(*this, "pooling", texts.vectors);
    return {observed(*this, "output", m_output(dropOut(texts.vectors, dropout))), texts.weights,
            texts.logChoices};
}

std::vector<LayerSummary> TextHead::describe() const
{
    std::vector<LayerSummary> layers;
    if (m_pooling != nullptr)
        layers.push_back(layerSummary(
            "pooling", poolingRegistry().find(m_context.options.pooling.kind).description.title,
            "batch x " + std::to_string(m_context.features), *m_pooling, {TokenFlow::Pool}));
    layers.push_back(layerSummary("output", "Linear",
                                  "batch x " + std::to_string(m_context.outputs), *m_output));
    return layers;
}

std::string TextHead::pythonSource() const
{
    const std::string head = pythonPiece("heads/text",
                                         {{"POOLS", m_pooling != nullptr},
                                          {"FEATURES", m_context.features},
                                          {"OUTPUTS", m_context.outputs},
                                          {"DROPOUT", numberText(m_context.options.dropout)}});
    return joinedPython({m_pooling != nullptr ? m_pooling->pythonSource() : std::string(), head});
}

GraphValues TextHead::graph(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    const GraphValue texts
        = m_pooling == nullptr ? encoded.texts : m_pooling->graph(builder, encoded.tokens);
    return {builder.linear(texts, m_output->weight, m_output->bias)};
}

std::vector<GraphPort> TextHead::graphOutputs() const
{
    return {{"scores", torch::kFloat, {"batch", std::to_string(m_context.outputs)}}};
}

/// Scores of all classes: p(class | text) is their softmax.
HeadEntry classHead()
{
    return {.id = "class",
            .make = [](const HeadContext& context) { return std::make_shared<TextHead>(context); }};
}

/// One number for each text.
HeadEntry numberHead()
{
    return {.id = "number",
            .make = [](const HeadContext& context) { return std::make_shared<TextHead>(context); }};
}

} // namespace core
