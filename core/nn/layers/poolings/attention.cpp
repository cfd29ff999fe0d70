#include "core/nn/layers/poolings/scored_pooling.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// a_t = softmax_t(score(h_t)) over the true tokens, s = sum_t a_t h_t, with
/// score(h) = v . tanh(W h + b), or v . h without a hidden layer.
///
/// Source: Yang et al. (2016), "Hierarchical Attention Networks", NAACL, equations 5-7.
/// Differs: the score has no bias of its own, which the softmax would cancel.
class AttentionPooling : public ScoredPooling {
public:
    using ScoredPooling::ScoredPooling;

    PooledTexts forward(const TokenStates& texts) override
    {
        torch::Tensor weights = probabilities(texts);
        if (texts.weightsHook)
            weights = hooked(texts, weights);
        return {weightedSum(weights, texts.states), weights};
    }

    std::string pythonSource() const override { return scoredPython("layers/pooling_attention"); }
};

} // namespace

PoolingRegistry::Entry attentionPooling()
{
    static const Schema<ScoredPoolingOptions> schema = scoredPoolingSchema();
    return PoolingRegistry::entry<ScoredPoolingOptions>(
        {.id = "attention",
         .title = "Attention",
         .summary = "A weighted sum of all states; the network learns how much each word counts, "
                    "and the weights colour the words.",
         .formula = {"e_t = vᵀ tanh(W h_t + b), or vᵀ h_t with a score layer of 0,  a = "
                     "softmax(e),  s = Σ_t a_t h_t",
                     R"tex(\begin{aligned}
e_t &= \begin{cases} v^\top \tanh(W h_t + b) \\ v^\top h_t \quad \text{(score layer 0)}
\end{cases} \\
a_t &= \frac{\exp e_t}{\sum_j \exp e_j}, \qquad s = \sum_t a_t h_t
\end{aligned})tex"}},
        schema, [](const ScoredPoolingOptions& options, const PoolingContext& context) {
            return std::static_pointer_cast<Pooling>(
                std::make_shared<AttentionPooling>(context.features, options.hiddenSize));
        });
}

} // namespace core
