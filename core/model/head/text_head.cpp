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
    int64_t features = vectorSize();
    if (!context.text.hiddenSizes.empty()) {
        m_hidden = register_module("hidden",
                                   HiddenLayers(features, context.text, context.options.dropout));
        features = m_hidden->features();
    }
    if (context.text.singleOutput && context.outputs != 2)
        throw Error(ErrorCode::BadSetting,
                    {"A single output serves two classes; these data have %1.",
                     {std::to_string(context.outputs)}},
                    {"Untick task.single_output.", {}});
    m_output = register_module(
        "output", torch::nn::Linear(features, context.text.singleOutput ? 1 : context.outputs));
}

int64_t TextHead::vectorSize() const
{
    return m_pooling != nullptr && m_pooling->readsLast() ? m_context.lastFeatures
                                                          : m_context.features;
}

HeadOutput TextHead::forward(const Encoded& encoded)
{
    PooledTexts texts = m_pooling == nullptr ? PooledTexts{encoded.texts, {}}
                                             : m_pooling->forward(encoded.tokens);
    const double dropout = is_training() ? m_context.options.dropout : 0.0;
    if (m_pooling != nullptr)
        texts.vectors = observed(*this, "pooling", texts.vectors);
    if (!m_hidden.is_empty())
        texts.vectors = m_hidden(texts.vectors);
    torch::Tensor scores = m_output(dropOut(texts.vectors, dropout));
    if (m_context.text.singleOutput)
        scores = torch::constant_pad_nd(scores, {1, 0}); // The score of the first class is 0.
    return {observed(*this, "output", scores), texts.weights, texts.logChoices};
}

std::vector<LayerSummary> TextHead::describe() const
{
    std::vector<LayerSummary> layers;
    if (m_pooling != nullptr)
        layers.push_back(layerSummary(
            "pooling", poolingRegistry().find(m_context.options.pooling.kind).description.title,
            "batch x " + std::to_string(vectorSize()), *m_pooling, {TokenFlow::Pool}));
    if (!m_hidden.is_empty())
        appendLayers(layers, "hidden", m_hidden->describe());
    layers.push_back(layerSummary(
        "output", m_context.text.singleOutput ? "Linear, single output beside 0" : "Linear",
        "batch x " + std::to_string(m_context.outputs), *m_output));
    return layers;
}

std::string TextHead::pythonSource() const
{
    const std::string head = pythonPiece("heads/text",
                                         {{"POOLS", m_pooling != nullptr},
                                          {"HIDES", !m_hidden.is_empty()},
                                          {"SINGLE", m_context.text.singleOutput},
                                          {"FEATURES", m_output->options.in_features()},
                                          {"OUTPUTS", m_output->options.out_features()},
                                          {"DROPOUT", numberText(m_context.options.dropout)}});
    return joinedPython({m_pooling != nullptr ? m_pooling->pythonSource() : std::string(),
                         m_hidden.is_empty() ? std::string() : m_hidden->pythonSource(), head});
}

GraphValues TextHead::graph(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    GraphValue texts
        = m_pooling == nullptr ? encoded.texts : m_pooling->graph(builder, encoded.tokens);
    if (!m_hidden.is_empty())
        texts = m_hidden->graph(builder, texts);
    const GraphValue scores = builder.linear(texts, m_output->weight, m_output->bias);
    return {m_context.text.singleOutput ? builder.join({scores * 0.0, scores}, 1) : scores};
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
