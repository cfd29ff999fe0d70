#include "core/nn/layers/transformer_block.h"

#include "core/nn/layers/dropout.h"
#include "core/nn/layers/linear.h"
#include "core/nn/layers/residual_norm.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

torch::nn::LayerNorm normOf(const TransformerOptions& options)
{
    return torch::nn::LayerNorm(
        torch::nn::LayerNormOptions({options.features}).eps(options.normEpsilon));
}

} // namespace

MultiHeadAttention TransformerBlock::attention(const std::string& name)
{
    return register_module(
        name, MultiHeadAttention(m_options.features, m_options.heads, m_options.dropout));
}

MultiHeadAttention TransformerBlock::selfAttention()
{
    MultiHeadAttention own = attention("self_attn");
    if (m_options.rotary)
        own->turnByPlaces();
    return own;
}

void TransformerBlock::addFeedForward()
{
    m_first = register_module("linear1",
                              torch::nn::Linear(m_options.features, m_options.feedForwardSize));
    m_second = register_module("linear2",
                               torch::nn::Linear(m_options.feedForwardSize, m_options.features));
}

void TransformerBlock::addNorms(int64_t subLayers)
{
    m_subLayers = subLayers;
    if (m_options.norm == NormPlace::ReZero) {
        m_residualWeight = register_parameter("resweight", torch::zeros({1}));
        return;
    }
    for (int64_t i = 1; i <= subLayers; ++i)
        m_norms.push_back(register_module("norm" + std::to_string(i), normOf(m_options)));
}

std::vector<std::string> TransformerBlock::streamPlaces() const
{
    std::vector<std::string> places;
    for (int64_t i = 1; i <= m_subLayers; ++i)
        places.push_back((m_options.norm == NormPlace::ReZero ? "residual" : "norm")
                         + std::to_string(i));
    return places;
}

torch::Tensor TransformerBlock::around(size_t index, const torch::Tensor& tokens,
                                       const torch::Tensor& marks, const SubLayer& subLayer)
{
    if (m_options.norm == NormPlace::Post) {
        torch::Tensor squares;
        const bool measured = streamIsMeasured();
        torch::Tensor result = residualNorm(m_norms[index], tokens, subLayer(tokens), dropout(),
                                            marks, measured ? &squares : nullptr);
        if (measured)
            addToStream({this, index, squares, tokens.numel()});
        return result;
    }
    measureStream(*this, index, tokens);
    switch (m_options.norm) {
    case NormPlace::Post:
        break;
    case NormPlace::Pre:
        return tokens + dropOut(subLayer(m_norms[index](tokens)), dropout(), marks);
    case NormPlace::ReZero:
        return tokens + m_residualWeight * dropOut(subLayer(tokens), dropout(), marks);
    }
    return tokens;
}

torch::Tensor TransformerBlock::feedForward(const torch::Tensor& tokens, const torch::Tensor& marks)
{
    const Gelu form = m_options.activation == Activation::TanhGelu ? Gelu::Tanh : Gelu::Exact;
    const torch::Tensor active = m_options.activation == Activation::Relu
        ? reluLinear(m_first, tokens, dropout(), marks)
        : geluLinear(m_first, tokens, dropout(), form, marks); // [tokens, feedForwardSize]
    return linear(m_second, active); // [tokens, features]
}

GraphValue TransformerBlock::graphAround(
    GraphBuilder& builder, size_t index, GraphValue tokens,
    const std::function<GraphValue(GraphValue)>& subLayer) const
{
    const auto normed = [&](GraphValue x) { return graphNorm(builder, m_norms[index], x); };
    switch (m_options.norm) {
    case NormPlace::Post:
        return normed(tokens + subLayer(tokens));
    case NormPlace::Pre:
        return tokens + subLayer(normed(tokens));
    case NormPlace::ReZero:
        return tokens + builder.weight(m_residualWeight) * subLayer(tokens);
    }
    return tokens;
}

GraphValue TransformerBlock::graphFeedForward(GraphBuilder& builder, GraphValue tokens) const
{
    const GraphValue inner = builder.linear(tokens, m_first->weight, m_first->bias);
    const GraphValue active = m_options.activation == Activation::Relu
        ? relu(inner)
        : builder.gelu(inner, m_options.activation == Activation::TanhGelu);
    return builder.linear(active, m_second->weight, m_second->bias);
}

GraphValue graphNorm(GraphBuilder& builder, const torch::nn::LayerNorm& norm, GraphValue x)
{
    return builder.layerNorm(x, norm->weight, norm->bias, norm->options.eps());
}

torch::nn::LayerNorm addLastNorm(torch::nn::Module& owner, const TransformerOptions& options)
{
    const bool has
        = options.norm == NormPlace::Pre || (options.norm == NormPlace::Post && options.lastNorm);
    return has ? owner.register_module("norm", normOf(options)) : torch::nn::LayerNorm(nullptr);
}

std::vector<std::string> lastStreamPlaces(const torch::nn::LayerNorm& norm,
                                          const TransformerOptions& options)
{
    if (options.norm == NormPlace::ReZero)
        return {"output"};
    return norm.is_empty() ? std::vector<std::string>() : std::vector<std::string>{"norm"};
}

} // namespace core
