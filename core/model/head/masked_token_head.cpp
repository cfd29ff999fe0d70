#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

torch::Tensor activatedStates(const torch::Tensor& x, const std::string& activation)
{
    if (activation == "relu")
        return torch::relu(x);
    return torch::gelu(x, activation == "gelu_tanh" ? "tanh" : "none");
}

} // namespace

MaskedTokenHead::MaskedTokenHead(const HeadContext& context) : m_context(context)
{
    const int64_t table = isTied() ? context.tied->features() : context.features;
    if (isTied() && !transforms() && context.features != table)
        throw Error(ErrorCode::BadSetting,
                    {"The embedding cannot be tied to the output: the network has %1 features per "
                     "token and the embedding has %2.",
                     {std::to_string(context.features), std::to_string(table)}},
                    {"Set model.embedding.dimension to the size of the network's states, choose a "
                     "layer in task.transform, or turn task.tied off.",
                     {}});
    if (transforms()) {
        m_transform = register_module("transform", torch::nn::Linear(context.features, table));
        m_norm = register_module("norm",
                                 torch::nn::LayerNorm(torch::nn::LayerNormOptions({table}).eps(
                                     context.transform.epsilon)));
    }
    m_output = register_module(
        "output",
        TokenOutput(table, context.outputs,
                    isTied() ? TokenOutputImpl::Table::Tied : TokenOutputImpl::Table::Own,
                    context.weights));
}

void MaskedTokenHead::drawn()
{
    if (!isTied() || !transforms())
        return;
    const torch::NoGradGuard noGradient;
    const torch::Tensor& rows = m_context.tied->weight;
    const double length = std::sqrt(rows.square().sum(1).mean().item<double>());
    torch::nn::init::constant_(m_norm->weight, 1.0 / std::max(length, 1e-6));
}

HeadOutput MaskedTokenHead::forward(const Encoded& encoded)
{
    const TokenLayout layout(
        {encoded.tokens.mask.to(torch::kInt64), encoded.tokens.lengths}); // only shapes count
    return {scores(layout.pack(encoded.tokens.states), layout.marks())};
}

torch::Tensor MaskedTokenHead::scores(const torch::Tensor& states, const torch::Tensor& marks)
{
    torch::Tensor x = dropOut(states, is_training() ? m_context.options.dropout : 0.0, marks);
    if (transforms()) {
        x = observed(*this, "transform",
                     activatedStates(linear(m_transform, x),
                                     m_context.transform.activation)); // [tokens, table]
        x = observed(*this, "norm", m_norm(x));
    }
    return observed(*this, "output",
                    m_output(x, isTied() ? m_context.tied->weight : torch::Tensor()));
}

std::vector<LayerSummary> MaskedTokenHead::describe() const
{
    const std::string shape = "batch x length x ";
    std::vector<LayerSummary> layers;
    if (transforms()) {
        const std::string table = std::to_string(m_transform->options.out_features());
        layers.push_back(
            layerSummary("transform", "Linear with activation", shape + table, *m_transform));
        layers.push_back(layerSummary("norm", "LayerNorm", shape + table, *m_norm));
    }
    layers.push_back(layerSummary("output", isTied() ? "Linear, tied to the embedding" : "Linear",
                                  shape + std::to_string(m_context.outputs), *m_output));
    return layers;
}

GraphValues MaskedTokenHead::graph(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    GraphValue x = encoded.tokens.states;
    if (transforms()) {
        x = builder.linear(x, m_transform->weight, m_transform->bias);
        x = m_context.transform.activation == "relu"
            ? relu(x)
            : builder.gelu(x, m_context.transform.activation == "gelu_tanh");
        x = builder.layerNorm(x, m_norm->weight, m_norm->bias, m_norm->options.eps());
    }
    return {
        builder.linear(x, isTied() ? m_context.tied->weight : m_output->weight, m_output->bias)};
}

std::vector<GraphPort> MaskedTokenHead::graphOutputs() const
{
    return {{"scores", torch::kFloat, {"batch", "length", std::to_string(m_context.outputs)}}};
}

/// Masked tokens alone get scores: at most a quarter is assumed.
int64_t MaskedTokenHead::activationsPerToken() const
{
    return m_context.outputs / 4 + (transforms() ? m_context.features : 0);
}

std::string MaskedTokenHead::pythonSource() const
{
    return pythonPiece(
        "heads/masked_token",
        {{"TIED", isTied()},
         {"TRANSFORMED", transforms()},
         {"TANH", m_context.transform.activation == "gelu_tanh"},
         {"RELU", m_context.transform.activation == "relu"},
         {"EPSILON", m_context.transform.epsilon},
         {"FEATURES", m_context.features},
         {"TABLE", transforms() ? m_transform->options.out_features() : m_context.features},
         {"OUTPUTS", m_context.outputs},
         {"DROPOUT", numberText(m_context.options.dropout)}});
}

std::string MaskedTokenHead::pythonNetwork(const Json& /*words*/) const
{
    return pythonPiece("heads/network_masked_token");
}

/// Scores of all tokens: p(masked token | the others) is their softmax.
HeadEntry maskedTokenHead()
{
    return {.id = "masked_token",
            .needsTokens = true,
            .needsBothSides = true,
            .make = [](const HeadContext& context) {
                return std::make_shared<MaskedTokenHead>(context);
            }};
}

} // namespace core
