#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/adam_family.h"
#include "core/optimise/optimisers/element_rule.h"

namespace core {

Adam::Adam(const AdamOptions& options, Decay decay, std::vector<torch::Tensor> parameters)
    : Optimiser(std::move(parameters)), m_options(options), m_decay(decay)
{
    m_mean = addSlot("exp_avg");
    m_square = addSlot("exp_avg_sq");
    if (m_options.amsgrad)
        m_largest = addSlot("max_exp_avg_sq");
}

void Adam::update(size_t index, torch::Tensor& parameter, const ScaledGradient& gradient,
                  double learningRate)
{
    const double beta1 = m_options.beta1, beta2 = m_options.beta2, epsilon = m_options.epsilon;
    const auto step = static_cast<double>(steps(index));
    const double stepSize = learningRate / (1.0 - std::pow(beta1, step));
    const double unbias = 1.0 / std::sqrt(1.0 - std::pow(beta2, step));
    const bool decoupled = m_decay == Decay::Decoupled;
    const double shrink = decoupled ? 1.0 - learningRate * m_options.weightDecay : 1.0;
    const double decay = decoupled ? 0.0 : m_options.weightDecay;

    // `mean` and `square` are brought up to date; what is left to choose is the divisor.
    const auto advance = [=](auto& value, const auto& slope, auto& mean, auto& square) {
        const auto real = [&](double number) { return constantFor(value, number); };
        value *= real(shrink);
        const auto decayed = slope + real(decay) * value;
        mean = real(beta1) * mean + real(1.0 - beta1) * decayed;
        square = real(beta2) * square + real(1.0 - beta2) * decayed * decayed;
    };
    const auto descend = [=](auto& value, const auto& mean, const auto& square) {
        const auto real = [&](double number) { return constantFor(value, number); };
        value -= real(stepSize) * mean / (squareRoot(square) * real(unbias) + real(epsilon));
    };
    if (!m_options.amsgrad) {
        applyRule(
            parameter, gradient,
            [=](auto& value, const auto& slope, auto& mean, auto& square) {
                advance(value, slope, mean, square);
                descend(value, mean, square);
            },
            slot(m_mean, index), slot(m_square, index));
        return;
    }
    applyRule(
        parameter, gradient,
        [=](auto& value, const auto& slope, auto& mean, auto& square, auto& largest) {
            advance(value, slope, mean, square);
            largest = larger(largest, square);
            descend(value, mean, largest);
        },
        slot(m_mean, index), slot(m_square, index), slot(m_largest, index));
}

OptimiserRegistry::Entry adamOptimiser()
{
    return OptimiserRegistry::entry<AdamOptions>(
        {.id = "adam",
         .title = "Adam",
         .summary = "Every weight gets its own step size from the history of its gradients. Works "
                    "almost everywhere with its defaults.",
         .formula = {"g = ∇L(θ) + λθ,  m ← β₁m + (1 − β₁)g,  v ← β₂v + (1 − β₂)g²,  m̂ = m / (1 − "
                     "β₁ᵗ),  v̂ = v / (1 − β₂ᵗ),  θ ← θ − η m̂ / (√v̂ + ε);  with AMSGrad v̂ = "
                     "maxₛ≤ₜ vₛ / (1 − β₂ᵗ)",
                     R"tex(\begin{aligned}
g &= \nabla_\theta L(\theta) + \lambda\theta \\
m &\leftarrow \beta_1 m + (1-\beta_1)\,g, & \hat m &= \frac{m}{1-\beta_1^t} \\
v &\leftarrow \beta_2 v + (1-\beta_2)\,g^2, & \hat v &= \frac{v}{1-\beta_2^t} \\
\theta &\leftarrow \theta - \eta\,\frac{\hat m}{\sqrt{\hat v} + \varepsilon}
  & &\Bigl(\text{AMSGrad: } \hat v = \frac{\max_{s \le t} v_s}{1-\beta_2^t}\Bigr)
\end{aligned})tex"}},
        adamSchema("Added to the gradient (L2); AdamW decouples it.")
            .add(&AdamOptions::amsgrad, amsgradOption()),
        [](const AdamOptions& options, std::vector<torch::Tensor> parameters) {
            return std::make_unique<Adam>(options, Decay::IntoGradient, std::move(parameters));
        });
}

} // namespace core
