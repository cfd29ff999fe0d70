#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/adam_family.h"
#include "core/optimise/optimisers/element_rule.h"

namespace core {

namespace {

/// RAdam (Liu et al. 2020, arXiv:1908.03265): Adam that trusts the mean square only once enough
/// updates make its variance bounded (ρ_t > 5), and until then steps along the mean alone.
/// The order of operations, and ε outside of the bias correction, are those of torch.optim.RAdam.
class RAdam : public Optimiser {
public:
    RAdam(const AdamOptions& options, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters)), m_options(options)
    {
        m_mean = addSlot("exp_avg");
        m_square = addSlot("exp_avg_sq");
    }

private:
    /// r_t of the paper with the bias correction of v, or a negative number while ρ_t <= 5.
    double rectification(double step) const
    {
        const double beta2 = m_options.beta2;
        const double correction = 1.0 - std::pow(beta2, step);
        const double longest = 2.0 / (1.0 - beta2) - 1.0;
        const double length = longest - 2.0 * step * std::pow(beta2, step) / correction;
        if (length <= 5.0)
            return -1.0;
        return std::sqrt(correction)
            * std::sqrt((length - 4.0) * (length - 2.0) * longest
                        / ((longest - 4.0) * (longest - 2.0) * length));
    }

    void update(size_t index, torch::Tensor& parameter, const ScaledGradient& gradient,
                double learningRate) override
    {
        const double beta1 = m_options.beta1, beta2 = m_options.beta2;
        const double decay = m_options.weightDecay, epsilon = m_options.epsilon;
        const auto step = static_cast<double>(steps(index));
        const double stepSize = learningRate / (1.0 - std::pow(beta1, step));
        const double rectified = rectification(step);
        const auto advance = [=](auto& value, const auto& slope, auto& mean, auto& square) {
            const auto real = [&](double number) { return constantFor(value, number); };
            const auto decayed = slope + real(decay) * value;
            mean = real(beta1) * mean + real(1.0 - beta1) * decayed;
            square = real(beta2) * square + real(1.0 - beta2) * decayed * decayed;
        };
        if (rectified < 0.0) {
            applyRule(
                parameter, gradient,
                [=](auto& value, const auto& slope, auto& mean, auto& square) {
                    advance(value, slope, mean, square);
                    value -= constantFor(value, stepSize) * mean;
                },
                slot(m_mean, index), slot(m_square, index));
            return;
        }
        applyRule(
            parameter, gradient,
            [=](auto& value, const auto& slope, auto& mean, auto& square) {
                advance(value, slope, mean, square);
                value -= constantFor(value, stepSize * rectified) * mean
                    / (squareRoot(square) + constantFor(value, epsilon));
            },
            slot(m_mean, index), slot(m_square, index));
    }

    AdamOptions m_options;
    size_t m_mean = 0, m_square = 0;
};

} // namespace

OptimiserRegistry::Entry rAdamOptimiser()
{
    return OptimiserRegistry::entry<AdamOptions>(
        {.id = "radam",
         .title = "RAdam",
         .summary = "Adam that warms itself up. Take it when training is unstable early on and you "
                    "want no warm-up schedule.",
         .formula = {"m, v and m̂ as in Adam,  θ ← θ − η m̂ r_t √(1 − β₂ᵗ) / (√v + ε) once ρ_t > 5, "
                     "before that θ ← θ − η m̂,  r_t = √((ρ_t − 4)(ρ_t − 2)ρ_∞ / ((ρ_∞ − 4)(ρ_∞ − "
                     "2)ρ_t)),  ρ_t = ρ_∞ − 2t β₂ᵗ / (1 − β₂ᵗ),  ρ_∞ = 2 / (1 − β₂) − 1",
                     R"tex(\begin{aligned}
\theta &\leftarrow \theta - \eta\,\hat m \cdot \begin{cases}
r_t\,\dfrac{\sqrt{1-\beta_2^t}}{\sqrt v + \varepsilon} & \text{if } \rho_t > 5 \\[8pt]
1 & \text{before that}
\end{cases} \\
r_t &= \sqrt{\frac{(\rho_t-4)(\rho_t-2)\,\rho_\infty}{(\rho_\infty-4)(\rho_\infty-2)\,\rho_t}} \\
\rho_t &= \rho_\infty - \frac{2t\,\beta_2^t}{1-\beta_2^t}, \quad \rho_\infty = \frac{2}{1-\beta_2}
- 1
\end{aligned})tex"}},
        adamSchema("Added to the gradient (L2)."),
        [](const AdamOptions& options, std::vector<torch::Tensor> parameters) {
            return std::make_unique<RAdam>(options, std::move(parameters));
        });
}

} // namespace core
