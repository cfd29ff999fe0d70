#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/adam_family.h"
#include "core/optimise/optimisers/element_rule.h"

namespace core {

namespace {

struct NAdamOptions : AdamOptions {
    NAdamOptions() { learningRate = 0.002; }
    double momentumDecay = 0.004;
};

/// NAdam (Dozat 2016, "Incorporating Nesterov momentum into Adam"), with the momentum schedule
/// μ_t = β₁ (1 - 0.5 · 0.96^(tψ)), as torch.optim.NAdam documents it and computes it in 2.6.
/// Differs from 1.13, which divides m by 1 - ∏_{i≤t+1} μ_i · μ_t: one μ_t too many.
class NAdam : public Optimiser {
public:
    NAdam(const NAdamOptions& options, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters))
        , m_options(options)
        , m_products(this->parameters().size(), 1.0F)
    {
        m_mean = addSlot("exp_avg");
        m_square = addSlot("exp_avg_sq");
    }

    OptimiserState state() const override
    {
        OptimiserState state = Optimiser::state();
        state.numbers["mu_products"] = m_products;
        return state;
    }
    void restore(const OptimiserState& state) override
    {
        Optimiser::restore(state);
        m_products = state.numbers.value("mu_products", m_products);
        m_products.resize(parameters().size(), 1.0F);
    }

private:
    double momentum(double step) const
    {
        return m_options.beta1 * (1.0 - 0.5 * std::pow(0.96, step * m_options.momentumDecay));
    }

    void update(size_t index, torch::Tensor& parameter, const ScaledGradient& gradient,
                double learningRate) override
    {
        const double beta1 = m_options.beta1, beta2 = m_options.beta2;
        const double decay = m_options.weightDecay, epsilon = m_options.epsilon;
        const auto step = static_cast<double>(steps(index));
        const double now = momentum(step), next = momentum(step + 1.0);
        m_products[index] = static_cast<float>(m_products[index] * now);
        const double productNext = m_products[index] * next;
        const double ofSlope = learningRate * (1.0 - now) / (1.0 - m_products[index]);
        const double ofMean = learningRate * next / (1.0 - productNext);
        const double unbias = 1.0 / (1.0 - std::pow(beta2, step));
        applyRule(
            parameter, gradient,
            [=](auto& value, const auto& slope, auto& mean, auto& square) {
                const auto real = [&](double number) { return constantFor(value, number); };
                const auto decayed = slope + real(decay) * value;
                mean = real(beta1) * mean + real(1.0 - beta1) * decayed;
                square = real(beta2) * square + real(1.0 - beta2) * decayed * decayed;
                value -= (real(ofSlope) * decayed + real(ofMean) * mean)
                    / (squareRoot(square * real(unbias)) + real(epsilon));
            },
            slot(m_mean, index), slot(m_square, index));
    }

    NAdamOptions m_options;
    std::vector<float> m_products; ///< Product of all μ so far; float32, as torch keeps it.
    size_t m_mean = 0, m_square = 0;
};

Schema<NAdamOptions> nAdamSchema()
{
    return Schema<NAdamOptions>()
        .add<double>(&NAdamOptions::learningRate, learningRateOption())
        .add<double>(&NAdamOptions::weightDecay, weightDecayOption("Added to the gradient (L2)."))
        .add<double>(&NAdamOptions::beta1, beta1Option())
        .add<double>(&NAdamOptions::beta2, beta2Option())
        .add<double>(&NAdamOptions::epsilon, epsilonOption())
        .add(&NAdamOptions::momentumDecay,
             {.name = "momentum_decay",
              .label = "Momentum decay",
              .help = "How fast the momentum grows to its full value; 0.004 takes about 500 "
                      "updates.",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true});
}

} // namespace

OptimiserRegistry::Entry nAdamOptimiser()
{
    return OptimiserRegistry::entry<NAdamOptions>(
        {.id = "nadam",
         .title = "NAdam",
         .summary = "Adam with Nesterov momentum: a little quicker on recurrent networks.",
         .formula = {"m, v and v̂ as in Adam,  μ_t = β₁(1 − ½ · 0.96^(tψ)),  θ ← θ − η / (√v̂ + ε) · "
                     "(μ_{t+1} m / (1 − ∏_{i≤t+1} μ_i) + (1 − μ_t) g / (1 − ∏_{i≤t} μ_i))",
                     R"tex(\begin{aligned}
\mu_t &= \beta_1\left(1 - \tfrac12\, 0.96^{\,t\psi}\right) \\
\bar m &= \frac{\mu_{t+1}\,m}{1-\prod_{i=1}^{t+1}\mu_i} +
\frac{(1-\mu_t)\,g}{1-\prod_{i=1}^{t}\mu_i} \\
\theta &\leftarrow \theta - \eta\,\frac{\bar m}{\sqrt{\hat v} + \varepsilon}
\end{aligned})tex"}},
        nAdamSchema(), [](const NAdamOptions& options, std::vector<torch::Tensor> parameters) {
            return std::make_unique<NAdam>(options, std::move(parameters));
        });
}

} // namespace core
