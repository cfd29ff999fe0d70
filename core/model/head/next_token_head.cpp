#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/head/head.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/token_output.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// Scores of the possible next tokens for each token of a text: dropout, a linear layer.
/// Parameters: output.weight (unless tied), output.bias.
class NextTokenHead : public Head {
public:
    explicit NextTokenHead(const HeadContext& context) : m_context(context)
    {
        if (isTied() && context.features != context.tied->features())
            throw Error(
                ErrorCode::BadSetting,
                {"The embedding cannot be tied to the output: the network has %1 features per "
                 "token and the embedding has %2.",
                 {std::to_string(context.features), std::to_string(context.tied->features())}},
                {"Set model.embedding.dimension to the size of the network's states, or "
                 "turn task.tied off.",
                 {}});
        m_output = register_module(
            "output",
            TokenOutput(context.features, context.outputs,
                        isTied() ? TokenOutputImpl::Table::Tied : TokenOutputImpl::Table::Own,
                        context.weights));
    }

    HeadOutput forward(const Encoded& encoded) override
    {
        const torch::Tensor& states = encoded.tokens.states; // [batch, length, features]
        const double dropout = is_training() ? m_context.options.dropout : 0.0;
        return {observed(*this, "output",
                         m_output(m_context.options.lockedDropout ? lockedDropOut(states, dropout)
                                                                  : dropOut(states, dropout),
                                  isTied() ? m_context.tied->weight : torch::Tensor()))};
    }
    std::vector<LayerSummary> describe() const override
    {
        return {layerSummary("output", isTied() ? "Linear, tied to the embedding" : "Linear",
                             "batch x length x " + std::to_string(m_context.outputs), *m_output)};
    }
    /// The logits and their gradient share one memory.
    int64_t activationsPerToken() const override { return m_context.outputs; }

    bool goesOn() const override { return true; }
    GraphValues graph(GraphBuilder& builder, const GraphEncoded& encoded) const override
    {
        return {builder.linear(encoded.tokens.states,
                               isTied() ? m_context.tied->weight : m_output->weight,
                               m_output->bias)};
    }
    std::vector<GraphPort> graphOutputs() const override
    {
        return {{"scores", torch::kFloat, {"batch", "length", std::to_string(m_context.outputs)}}};
    }
    std::string pythonSource() const override
    {
        return pythonPiece("heads/next_token",
                           {{"TIED", isTied()},
                            {"FEATURES", m_context.features},
                            {"OUTPUTS", m_context.outputs},
                            {"DROPOUT", numberText(m_context.options.dropout)}});
    }

    std::string pythonNetwork(const Json& /*words*/) const override
    {
        return pythonPiece("heads/network_next_token");
    }

private:
    bool isTied() const { return !m_context.tied.is_empty(); }

    /// With the table, whose module is the encoder's: it is registered there alone.
    HeadContext m_context;
    TokenOutput m_output{nullptr};
};

} // namespace

/// Scores of all tokens: p(next token | those before) is their softmax.
HeadEntry nextTokenHead()
{
    return {.id = "next_token",
            .needsTokens = true,
            .needsCausal = true,
            .make
            = [](const HeadContext& context) { return std::make_shared<NextTokenHead>(context); }};
}

} // namespace core
