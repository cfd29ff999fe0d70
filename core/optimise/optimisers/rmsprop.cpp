#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/element_rule.h"
#include "core/optimise/optimisers/options.h"

namespace core {

namespace {

struct RmsPropOptions {
    double learningRate = 0.01;
    double alpha = 0.99;
    double epsilon = 1e-8;
    double weightDecay = 0.0;
    double momentum = 0.0;
    bool centered = false;
};

/// RMSprop (Hinton 2012, lecture 6e); centred after Graves (2013), arXiv:1308.0850.
/// The order of operations, and ε outside of the root, are those of torch.optim.RMSprop.
class RmsProp : public Optimiser {
public:
    RmsProp(const RmsPropOptions& options, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters)), m_options(options)
    {
        m_square = addSlot("square_avg");
        if (!isPlain()) {
            m_mean = addSlot("grad_avg");
            m_velocity = addSlot("momentum_buffer");
        }
    }

private:
    /// Without its extras it needs one value a weight rather than three.
    bool isPlain() const { return m_options.momentum == 0.0 && !m_options.centered; }

    void update(const ParameterGroup& group, double learningRate) override
    {
        const double alpha = m_options.alpha, epsilon = m_options.epsilon;
        const double decay = m_options.weightDecay, momentum = m_options.momentum;
        if (isPlain()) {
            applyRule(
                group,
                [=](auto& value, const auto& slope, auto& square) {
                    const auto real = [&](double number) { return constantFor(value, number); };
                    const auto decayed = slope + real(decay) * value;
                    square = real(alpha) * square + real(1.0 - alpha) * decayed * decayed;
                    value -= real(learningRate) * decayed / (squareRoot(square) + real(epsilon));
                },
                slot(m_square));
            return;
        }
        const double centre = m_options.centered ? 1.0 : 0.0;
        applyRule(
            group,
            [=](auto& value, const auto& slope, auto& square, auto& mean, auto& velocity) {
                const auto real = [&](double number) { return constantFor(value, number); };
                const auto decayed = slope + real(decay) * value;
                square = real(alpha) * square + real(1.0 - alpha) * decayed * decayed;
                mean = real(alpha) * mean + real(1.0 - alpha) * decayed;
                const auto spread = squareRoot(square - real(centre) * mean * mean);
                velocity = real(momentum) * velocity + decayed / (spread + real(epsilon));
                value -= real(learningRate) * velocity;
            },
            slot(m_square), slot(m_mean), slot(m_velocity));
    }

    RmsPropOptions m_options;
    size_t m_square = 0, m_mean = 0, m_velocity = 0;
};

Schema<RmsPropOptions> rmsPropSchema()
{
    return Schema<RmsPropOptions>()
        .add(&RmsPropOptions::learningRate, learningRateOption())
        .add(&RmsPropOptions::weightDecay, weightDecayOption("Added to the gradient (L2)."))
        .add(&RmsPropOptions::momentum, momentumOption())
        .add(&RmsPropOptions::alpha,
             {.name = "alpha",
              .label = "Alpha",
              .help
              = "Decay of the mean squared gradient, which averages about 1 / (1 - alpha) updates.",
              .minimum = 0.0,
              .maximum = 0.9999999,
              .advanced = true})
        .add(&RmsPropOptions::centered,
             {.name = "centered",
              .label = "Centred",
              .help = "Divides by the gradient's deviation from its mean: larger steps where the "
                      "gradient is steady.",
              .advanced = true})
        .add(&RmsPropOptions::epsilon, epsilonOption());
}

} // namespace

OptimiserRegistry::Entry rmsPropOptimiser()
{
    return optimiserEntry<RmsProp>(
        {.id = "rmsprop",
         .title = "RMSprop",
         .summary = "Divides each gradient by its recent size: Adam without a mean. It was long "
                    "the standard for recurrent networks.",
         .formula = {"g = ∇L(θ) + λθ,  v ← αv + (1 − α)g²,  b ← μb + g / (√v + ε),  θ ← θ − ηb;  "
                     "centred: v − ḡ² under the root, ḡ ← αḡ + (1 − α)g",
                     R"tex(\begin{aligned}
g &= \nabla_\theta L(\theta) + \lambda\theta \\
v &\leftarrow \alpha v + (1-\alpha)\,g^2 \\
b &\leftarrow \mu b + \frac{g}{\sqrt v + \varepsilon} \\
\theta &\leftarrow \theta - \eta\,b \\
\text{centred: } &\sqrt{v - \bar g^2}, \quad \bar g \leftarrow \alpha\bar g + (1-\alpha)\,g
\end{aligned})tex"}},
        rmsPropSchema());
}

} // namespace core
