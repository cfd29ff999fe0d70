#include "core/base/python_piece.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/pooling.h"
#include "core/nn/tensors.h"

#include <limits>

namespace core {

namespace {

struct ScoredPoolingOptions {
    int64_t hiddenSize = 0;
};

/// The base of poolings that weight tokens by a learned score of their states,
///
///     e_t = v . tanh(W h_t + b), or v . h_t without a hidden layer,  a = softmax(e).
///
/// Parameters: hidden.weight, hidden.bias (only with a hidden layer), score.weight.
class ScoredPooling : public Pooling {
public:
    ScoredPooling(int64_t features, int64_t hiddenSize);

protected:
    /// a [batch, length] over the real tokens.
    torch::Tensor probabilities(const TokenStates& texts);
    GraphValue graphProbabilities(GraphBuilder& builder, const GraphStates& texts) const;
    /// The state of the likeliest token.
    GraphValue graphLikeliest(GraphBuilder& builder, const GraphStates& texts) const
    {
        return builder.rowAt(texts.states,
                             builder.likeliest(graphProbabilities(builder, texts), 1));
    }
    /// The Python class Pooling. @param piece  its file, with placeholders for the scores' sizes.
    std::string scoredPython(const std::string& piece) const;

private:
    int64_t m_features;
    int64_t m_hiddenSize;
    torch::nn::Linear m_hidden{nullptr};
    torch::nn::Linear m_score{nullptr};
};

ScoredPooling::ScoredPooling(int64_t features, int64_t hiddenSize)
    : m_features(features), m_hiddenSize(hiddenSize)
{
    if (hiddenSize > 0)
        m_hidden = register_module("hidden", torch::nn::Linear(features, hiddenSize));
    m_score = register_module(
        "score",
        torch::nn::Linear(
            torch::nn::LinearOptions(hiddenSize > 0 ? hiddenSize : features, 1).bias(false)));
}

torch::Tensor ScoredPooling::probabilities(const TokenStates& texts)
{
    const torch::Tensor hidden
        = m_hidden.is_empty() ? texts.states : torch::tanh(m_hidden(texts.states));
    const torch::Tensor scores = m_score(hidden).squeeze(2); // [batch, length]
    return scores.masked_fill(texts.mask.logical_not(), -std::numeric_limits<double>::infinity())
        .softmax(1);
}

GraphValue ScoredPooling::graphProbabilities(GraphBuilder& builder, const GraphStates& texts) const
{
    const GraphValue hidden = m_hidden.is_empty()
        ? texts.states
        : tanh(builder.linear(texts.states, m_hidden->weight, m_hidden->bias));
    const GraphValue scores = builder.squeeze(builder.linear(hidden, m_score->weight, {}), 2);
    return builder.softmax(
        builder.fillWhere(scores, !texts.mask, -std::numeric_limits<double>::infinity()), 1);
}

std::string ScoredPooling::scoredPython(const std::string& piece) const
{
    return pythonPiece(piece, {{"FEATURES", m_features}, {"HIDDEN", m_hiddenSize}});
}

/// Σ_t a_t h_t [batch, features]. @param weights [batch, length]
torch::Tensor weightedSum(const torch::Tensor& weights, const torch::Tensor& states)
{
    return torch::bmm(weights.unsqueeze(1), states).squeeze(1);
}

/// The option hidden_size of such a pooling.
Schema<ScoredPoolingOptions> scoredPoolingSchema()
{
    return Schema<ScoredPoolingOptions>().add(
        &ScoredPoolingOptions::hiddenSize,
        {.name = "hidden_size",
         .label = "Score layer",
         .help = "Size of the tanh layer before the score. If attention stays flat, try the size "
                 "of the states. 0: the score is linear in the state.",
         .unit = "features",
         .minimum = 0,
         .maximum = 8192});
}

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
        weights = hooked(texts, weights);
        return {weightedSum(weights, texts.states), weights};
    }

    std::string pythonSource() const override { return scoredPython("layers/pooling_attention"); }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        const GraphValue weights = builder.unsqueeze(graphProbabilities(builder, texts), 1);
        return builder.squeeze(matmul(weights, texts.states), 1);
    }
};

/// 1 at the likeliest place of each text, 0 elsewhere [batch, length].
torch::Tensor oneHotOfLikeliest(const torch::Tensor& probabilities)
{
    return torch::zeros_like(probabilities)
        .scatter(1, probabilities.detach().argmax(1, /*keepdim=*/true), 1.0);
}

/// One state of the text, read alone: s = h_i. While it learns, i is drawn from
/// a = softmax(score(h)); else i = argmax a. No gradient of h_i says how another place would have
/// done, so the scores learn by the score function (REINFORCE),
///
///     grad E_i[L_i] = E_i[(L_i - b) grad log a_i + grad L_i],   b <- m b + (1 - m) mean(L).
///
/// Sources: Xu et al. (2015), arXiv:1502.03044, section 4.1, equations 8-12 (b: m = 0.9); Williams
/// (1992); lecture 001. Differs: losses in place of log likelihoods; no entropy term; the expected
/// state is never taken for the drawn one. Parameters: those of ScoredPooling; buffer: baseline.
class SampledHardPooling : public ScoredPooling {
public:
    static constexpr double kKept = 0.9; ///< m

    SampledHardPooling(int64_t features, int64_t hiddenSize) : ScoredPooling(features, hiddenSize)
    {
        m_baseline = register_buffer("baseline", torch::zeros({}));
    }

    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor likely = probabilities(texts); // [batch, length]
        if (!is_training()) {
            torch::Tensor weights = oneHotOfLikeliest(likely);
            weights = hooked(texts, weights);
            return {weightedSum(weights, texts.states), weights};
        }
        const torch::Tensor place = drawn(likely.detach()); // [batch, 1]
        const torch::Tensor chosen = texts.states.gather(
            1, place.unsqueeze(2).expand({-1, 1, texts.states.size(2)})); // [batch, 1, features]
        return {chosen.squeeze(1), torch::zeros_like(likely).scatter(1, place, 1.0),
                likely.gather(1, place).squeeze(1).clamp_min(1e-30).log()};
    }

    torch::Tensor choiceTerm(const torch::Tensor& logChoices, const torch::Tensor& losses) override
    {
        const torch::NoGradGuard noGradient;
        const torch::Tensor given = losses.detach().to(torch::kFloat);
        const torch::Tensor gains = given - m_baseline;
        m_baseline.mul_(kKept).add_(given.mean(), 1.0 - kKept);
        const torch::AutoGradMode enabled(true);
        return (gains * logChoices).sum();
    }

    std::string pythonSource() const override
    {
        return scoredPython("layers/pooling_hard_attention");
    }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        return graphLikeliest(builder, texts);
    }

private:
    /// One place a text, by one number drawn on the CPU: the same on any device.
    /// @param likely [batch, length] @return [batch, 1] int64
    static torch::Tensor drawn(const torch::Tensor& likely)
    {
        const torch::Tensor upTo = likely.to(torch::kDouble).cumsum(1);
        const torch::Tensor total = upTo.narrow(1, upTo.size(1) - 1, 1); // 1 but for rounding
        const torch::Tensor lot
            = uniformOf(marksOfTexts(likely.size(0))).unsqueeze(1).to(likely.device()) * total;
        return (upTo <= lot).sum(1, /*keepdim=*/true).clamp_max(likely.size(1) - 1);
    }

    torch::Tensor m_baseline; ///< b [] float32; checkpoints have it.
};

/// s = h_i, i = argmax a, a = softmax(score(h)); backward as if s were sum_t a_t h_t, with the
/// values of forward for the states: ds/da_t = h_t, ds/dh_t = 1 for t = i, else 0.
///
/// Source: Bengio et al. (2013), arXiv:1308.3432, section 2.3 ("straight-through"), with the
/// softmax for the slope. The gradient of the scores is biased.
class StraightThroughPooling : public ScoredPooling {
public:
    using ScoredPooling::ScoredPooling;

    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor likely = probabilities(texts); // [batch, length]
        // (a - a) first: exactly 0, and the weights exactly 0 and 1.
        torch::Tensor weights = oneHotOfLikeliest(likely) + (likely - likely.detach());
        weights = hooked(texts, weights);
        return {weightedSum(weights, texts.states), weights.detach()};
    }

    std::string pythonSource() const override
    {
        return scoredPython("layers/pooling_straight_through");
    }
    GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const override
    {
        return graphLikeliest(builder, texts);
    }
};

/// @param Kind  a ScoredPooling.
template <class Kind> PoolingRegistry::Entry entryOf(KindDescription description)
{
    static const Schema<ScoredPoolingOptions> schema = scoredPoolingSchema();
    return PoolingRegistry::entry<ScoredPoolingOptions>(
        std::move(description), schema,
        [](const ScoredPoolingOptions& options, const PoolingContext& context) {
            return std::static_pointer_cast<Pooling>(
                std::make_shared<Kind>(context.features, options.hiddenSize));
        });
}

} // namespace

PoolingRegistry::Entry attentionPooling()
{
    return entryOf<AttentionPooling>(
        {.id = "attention",
         .title = "Attention",
         .summary = "A weighted sum of all states. The network learns the weight of each word; the "
                    "words are coloured by their weights.",
         .formula = {"e_t = vᵀ tanh(W h_t + b), or vᵀ h_t with a score layer of 0,  a = "
                     "softmax(e),  s = Σ_t a_t h_t",
                     R"tex(\begin{aligned}
e_t &= \begin{cases} v^\top \tanh(W h_t + b) \\ v^\top h_t \quad \text{(score layer 0)}
\end{cases} \\
a_t &= \frac{\exp e_t}{\sum_j \exp e_j}, \qquad s = \sum_t a_t h_t
\end{aligned})tex"}});
}

PoolingRegistry::Entry sampledHardPooling()
{
    return entryOf<SampledHardPooling>(
        {.id = "hard_attention",
         .title = "Hard attention, sampled",
         .summary = "Uses the state of a single word: a random one during training, the most "
                    "likely one afterwards. It learns by trial and reward (REINFORCE), slower and "
                    "noisier than attention. If the loss jumps, raise the batch size.",
         .formula = {"a = softmax(e),  i ~ a (learning), i = argmax a (else),  s = h_i;  ∇E[L] = "
                     "E[(L − b) ∇log a_i + ∇L],  b ← 0.9 b + 0.1 L",
                     R"tex(\begin{aligned}
a &= \operatorname{softmax}(e), \qquad s = h_i, \qquad
\begin{cases} i \sim a & \text{(learning)} \\ i = \operatorname{argmax} a & \text{(else)}
\end{cases} \\
\nabla\, \mathbb{E}[L] &= \mathbb{E}\left[(L - b)\, \nabla \log a_i + \nabla L\right], \qquad
b \leftarrow 0.9\, b + 0.1\, L
\end{aligned})tex"}});
}

PoolingRegistry::Entry straightThroughPooling()
{
    return entryOf<StraightThroughPooling>(
        {.id = "straight_through",
         .title = "Hard attention, straight-through",
         .summary = "Uses the state of the most likely word alone; gradients are computed as if "
                    "attention had used all words. It learns more steadily than the sampled "
                    "version, but its gradient is biased.",
         .formula = {"a = softmax(e),  i = argmax a,  s = h_i;  backward as s = Σ_t a_t h_t",
                     R"tex(a = \operatorname{softmax}(e), \quad i = \operatorname{argmax} a, \quad
s = h_i; \qquad \text{backward: } \frac{\partial s}{\partial a_t} = h_t)tex"}});
}

} // namespace core
