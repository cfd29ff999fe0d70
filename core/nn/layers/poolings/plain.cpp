#include "core/base/python_piece.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/layers/pooling.h"
#include "core/nn/tensors.h"

#include <limits>

// Poolings without weights, and the registry of all.

namespace core {

// In scored.cpp.
PoolingRegistry::Entry attentionPooling();
PoolingRegistry::Entry sampledHardPooling();
PoolingRegistry::Entry straightThroughPooling();

namespace {

class LastPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        if (texts.last.defined())
            return {texts.last, {}};
        const torch::Tensor place = (lengthsOn(texts.states.device(), texts.lengths) - 1)
                                        .view({-1, 1, 1}); // [batch, 1, 1]
        return {texts.states.gather(1, place.expand({-1, 1, texts.states.size(2)})).squeeze(1), {}};
    }

    bool readsLast() const override { return true; }
    std::string pythonSource() const override { return pythonPiece("layers/pooling_last"); }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        return texts.last.defined() ? texts.last : builder.rowAt(texts.states, texts.lengths - 1.0);
    }
};

class MeanPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor shares = texts.mask.to(texts.states.scalar_type())
            / lengthsOn(texts.states.device(), texts.lengths).unsqueeze(1); // [batch, length]
        return {torch::bmm(shares.unsqueeze(1), texts.states).squeeze(1), {}};
    }

    std::string pythonSource() const override { return pythonPiece("layers/pooling_mean"); }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        const GraphValue shares = builder.cast(texts.mask, torch::kFloat)
            / builder.unsqueeze(builder.cast(texts.lengths, torch::kFloat), 1);
        return builder.squeeze(matmul(builder.unsqueeze(shares, 1), texts.states), 1);
    }
};

class MaximumPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor states = texts.states.masked_fill(
            texts.mask.logical_not().unsqueeze(2), -std::numeric_limits<double>::infinity());
        return {std::get<0>(states.max(1)), {}};
    }

    std::string pythonSource() const override { return pythonPiece("layers/pooling_maximum"); }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        return builder.maximum(builder.fillWhere(texts.states, !builder.unsqueeze(texts.mask, 2),
                                                 -std::numeric_limits<double>::infinity()),
                               1);
    }
};

template <class Made> PoolingRegistry::Entry poolingEntry(KindDescription description)
{
    return PoolingRegistry::entry<NoOptions>(
        std::move(description), Schema<NoOptions>(), [](const NoOptions&, const PoolingContext&) {
            return std::static_pointer_cast<Pooling>(std::make_shared<Made>());
        });
}

} // namespace

PoolingRegistry::Entry lastPooling()
{
    return poolingEntry<LastPooling>(
        {.id = "last",
         .title = "Last state",
         .summary = "The state after the last real token (backward: after the first). Good for "
                    "short texts; an RNN forgets the beginning of long ones.",
         .formula = {"s = h_T;  bidirectional: s = [h→_T; h←_1]",
                     R"tex(s = h_T, \quad\text{bidirectional: } s = \left[\overrightarrow h_T;\,
\overleftarrow h_1\right])tex"}});
}

PoolingRegistry::Entry meanPooling()
{
    return poolingEntry<MeanPooling>(
        {.id = "mean",
         .title = "Mean",
         .summary = "The mean of the states of all real tokens. Every word counts the same, so "
                    "that gradients reach each of them.",
         .formula = {"s = 1/T · Σ_t h_t", R"tex(s = \frac1T \sum_{t=1}^{T} h_t)tex"}});
}

PoolingRegistry::Entry maximumPooling()
{
    return poolingEntry<MaximumPooling>(
        {.id = "maximum",
         .title = "Maximum",
         .summary = "The largest value of each feature over the real tokens: one decisive word is "
                    "enough, at any position.",
         .formula = {"s_k = max_t h_tk", R"tex(s_k = \max_{1 \le t \le T} h_{tk})tex"}});
}

torch::Tensor Pooling::choiceTerm(const torch::Tensor&, const torch::Tensor&)
{
    throw Error(ErrorCode::Internal, {"This pooling draws no place.", {}});
}

const PoolingRegistry& poolingRegistry()
{
    static const PoolingRegistry registry("pooling",
                                          {lastPooling(), meanPooling(), maximumPooling(),
                                           attentionPooling(), sampledHardPooling(),
                                           straightThroughPooling()});
    return registry;
}

} // namespace core
