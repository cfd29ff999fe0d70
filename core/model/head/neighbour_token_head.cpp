#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

NeighbourTokenHead::NeighbourTokenHead(const HeadContext& context) : m_context(context)
{
    if (isTied() && size() != context.tied->features())
        throw Error(ErrorCode::BadSetting,
                    {"The embedding cannot be tied to the output: the network has %1 features per "
                     "token and direction and the embedding has %2.",
                     {std::to_string(size()), std::to_string(context.tied->features())}},
                    {"Set model.embedding.dimension to the size of the network's states in one "
                     "direction, or turn task.tied off.",
                     {}});
    m_begin = register_parameter("begin", torch::zeros({size()}));
    m_end = register_parameter("end", torch::zeros({size()}));
    m_output = register_module(
        "output",
        TokenOutput(size(), context.outputs,
                    isTied() ? TokenOutputImpl::Table::Tied : TokenOutputImpl::Table::Own,
                    context.weights));
}

HeadOutput NeighbourTokenHead::forward(const Encoded& encoded)
{
    const torch::Tensor& mask = encoded.tokens.mask; // [batch, length]
    const TokenLayout layout({mask.to(torch::kInt64), encoded.tokens.lengths}); // only shapes count
    const torch::Tensor states
        = layout.pack(neighbours(encoded.tokens.states, mask)); // [tokens, 2, size]
    const torch::Tensor sides
        = m_output(dropOut(states, is_training() ? m_context.options.dropout : 0.0, layout.marks()),
                   isTied() ? m_context.tied->weight : torch::Tensor());
    return {observed(*this, "output", sides.flatten(1))};
}

torch::Tensor NeighbourTokenHead::neighbours(const torch::Tensor& states,
                                             const torch::Tensor& mask) const
{
    const int64_t batch = states.size(0), others = states.size(1) - 1;
    const auto edge = [&](const torch::Tensor& state) {
        return state.to(states.scalar_type()).expand({batch, 1, size()});
    };
    const torch::Tensor left
        = torch::cat({edge(m_begin), states.narrow(1, 0, others).narrow(2, 0, size())}, 1);
    const torch::Tensor next
        = torch::cat({states.narrow(1, 1, others).narrow(2, size(), size()), edge(m_end)}, 1);
    const torch::Tensor isFollowed
        = torch::cat({mask.narrow(1, 1, others), torch::zeros_like(mask.narrow(1, 0, 1))}, 1);
    const torch::Tensor right = torch::where(isFollowed.unsqueeze(2), next, edge(m_end));
    return torch::stack({left, right}, 2);
}

std::vector<LayerSummary> NeighbourTokenHead::describe() const
{
    LayerSummary output
        = layerSummary("output",
                       isTied() ? "Linear, once for each direction, tied to the embedding"
                                : "Linear, once for each direction",
                       "batch x length x 2 x " + std::to_string(m_context.outputs), *m_output,
                       {TokenFlow::Neighbours});
    output.parameters += m_begin.numel() + m_end.numel();
    return {output};
}

/// Scores [batch, length, 2, outputs]: from the left, then from the right.
GraphValues NeighbourTokenHead::graph(GraphBuilder& builder, const GraphEncoded& encoded) const
{
    const GraphValue& states = encoded.tokens.states;
    const GraphValue ahead = builder.slice(states, 2, 0, size());
    const GraphValue back = builder.slice(states, 2, size());
    const auto edge = [&](const torch::Tensor& state) {
        return builder.expandAs(builder.reshape(builder.weight(state), {1, 1, size()}),
                                builder.slice(ahead, 1, 0, 1));
    };
    const GraphValue left = builder.join({edge(m_begin), builder.slice(ahead, 1, 0, -1)}, 1);
    const GraphValue next = builder.join({builder.slice(back, 1, 1), edge(m_end)}, 1);
    const GraphValue places = builder.unsqueeze(builder.range(builder.size(states, 1)), 0);
    const GraphValue isFollowed
        = less(places, builder.unsqueeze(encoded.tokens.lengths - 1.0, 1)); // [batch, length]
    const GraphValue right = choose(builder.unsqueeze(isFollowed, 2), next, edge(m_end));
    return {builder.linear(builder.stack({left, right}, 2),
                           isTied() ? m_context.tied->weight : m_output->weight, m_output->bias)};
}

std::vector<GraphPort> NeighbourTokenHead::graphOutputs() const
{
    return {{"scores", torch::kFloat, {"batch", "length", "2", std::to_string(m_context.outputs)}}};
}

int64_t NeighbourTokenHead::activationsPerToken() const
{
    return 2 * m_context.outputs + 2 * m_context.features;
}

std::string NeighbourTokenHead::pythonSource() const
{
    return pythonPiece("heads/neighbour_token",
                       {{"TIED", isTied()},
                        {"SIZE", size()},
                        {"OUTPUTS", m_context.outputs},
                        {"DROPOUT", numberText(m_context.options.dropout)}});
}

std::string NeighbourTokenHead::pythonNetwork(const Json& /*words*/) const
{
    return pythonPiece("heads/network_neighbour_token");
}

/// Scores of all tokens from either side: their softmax is p(token | those before it) and
/// p(token | those behind it).
HeadEntry neighbourTokenHead()
{
    return {.id = "neighbour_token",
            .needsTokens = true,
            .needsBothSides = true,
            .needsDirectionsApart = true,
            .make = [](const HeadContext& context) {
                return std::make_shared<NeighbourTokenHead>(context);
            }};
}

} // namespace core
