#include "core/nn/layers/poolings/scored_pooling.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

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
            if (texts.weightsHook)
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

private:
    /// One place a text, by one number from the CPU's default generator: the same on any device.
    /// @param likely [batch, length] @return [batch, 1] int64
    static torch::Tensor drawn(const torch::Tensor& likely)
    {
        const torch::Tensor upTo = likely.to(torch::kDouble).cumsum(1);
        const torch::Tensor total = upTo.narrow(1, upTo.size(1) - 1, 1); // 1 but for rounding
        const torch::Tensor lot
            = torch::rand({likely.size(0), 1}, torch::kDouble).to(likely.device()) * total;
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
        if (texts.weightsHook)
            weights = hooked(texts, weights);
        return {weightedSum(weights, texts.states), weights.detach()};
    }

    std::string pythonSource() const override
    {
        return scoredPython("layers/pooling_straight_through");
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

PoolingRegistry::Entry sampledHardPooling()
{
    return entryOf<SampledHardPooling>(
        {.id = "hard_attention",
         .title = "Hard attention, sampled",
         .summary = "One word is read and no other: drawn while it learns, the likeliest "
                    "afterwards. Learns by trial and reward (REINFORCE), slower and noisier than "
                    "attention: watch the loss jump, then raise the batch size.",
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
         .summary = "The likeliest word is read and no other; gradients are those of attention, "
                    "as if all had been. Learns more steadily than the sampled one, by a gradient "
                    "that is biased.",
         .formula = {"a = softmax(e),  i = argmax a,  s = h_i;  backward as s = Σ_t a_t h_t",
                     R"tex(a = \operatorname{softmax}(e), \quad i = \operatorname{argmax} a, \quad
s = h_i; \qquad \text{backward: } \frac{\partial s}{\partial a_t} = h_t)tex"}});
}

} // namespace core
