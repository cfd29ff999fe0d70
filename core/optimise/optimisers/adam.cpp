#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/element_rule.h"
#include "core/optimise/optimisers/options.h"

#include <limits>

// Adam and the optimisers that keep a mean m and a mean square v of each weight's gradient as it
// does.

namespace core {

namespace {

struct AdamOptions {
    double learningRate = 0.001;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weightDecay = 0.0;
    bool amsgrad = false; ///< Adam and AdamW only.
};

struct AdamWOptions : AdamOptions {
    AdamWOptions() { weightDecay = 0.01; }
};

struct NAdamOptions : AdamOptions {
    NAdamOptions() { learningRate = 0.002; }
    double momentumDecay = 0.004;
};

/// The five options that all of them have. @param decay  how weights decay, a sentence.
template <class Options> Schema<Options> adamSchema(const std::string& decay)
{
    return Schema<Options>()
        .template add<double>(&Options::learningRate, learningRateOption())
        .template add<double>(&Options::weightDecay, weightDecayOption(decay))
        .template add<double>(&Options::beta1, beta1Option())
        .template add<double>(&Options::beta2, beta2Option())
        .template add<double>(&Options::epsilon, epsilonOption());
}

/// With the choice of AMSGrad.
template <class Options> Schema<Options> amsgradSchema(const std::string& decay)
{
    return adamSchema<Options>(decay).template add<bool>(
        &Options::amsgrad,
        {.name = "amsgrad",
         .label = "AMSGrad",
         .help = "Divides by the largest mean square so far, so that steps never grow again. Try "
                 "it if training gets worse late in the run.",
         .advanced = true});
}

/// θ ← shrink θ;  g ← slope + decay θ;  m ← β₁m + (1 - β₁)g;  v ← β₂v + (1 - β₂)g².
/// Inlined for the sake of the vectorised loop. @return g
template <class Value, class Slope>
[[gnu::always_inline]] inline auto advanceMoments(const AdamOptions& options, double shrink,
                                                  double decay, Value& value, const Slope& slope,
                                                  Value& mean, Value& square)
{
    const auto real = [&](double number) { return constantFor(value, number); };
    value *= real(shrink);
    const auto decayed = slope + real(decay) * value;
    mean = real(options.beta1) * mean + real(1.0 - options.beta1) * decayed;
    square = real(options.beta2) * square + real(1.0 - options.beta2) * decayed * decayed;
    return decayed;
}

/// Adam (Kingma & Ba 2015, arXiv:1412.6980) with weight decay in the gradient, or AdamW
/// (Loshchilov & Hutter 2019, arXiv:1711.05101) with decay apart from it; AMSGrad after Reddi et
/// al. (2018). The order of operations is that of torch.optim.
class Adam : public Optimiser {
public:
    Adam(const AdamOptions& options, std::vector<torch::Tensor> parameters)
        : Adam(options, Decay::IntoGradient, std::move(parameters))
    {
    }

protected:
    enum class Decay { IntoGradient, Decoupled };

    Adam(const AdamOptions& options, Decay decay, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters)), m_options(options), m_decay(decay)
    {
        m_mean = addSlot("exp_avg");
        m_square = addSlot("exp_avg_sq");
        if (m_options.amsgrad)
            m_largest = addSlot("max_exp_avg_sq");
    }

private:
    void update(const ParameterGroup& group, double learningRate) override
    {
        const double epsilon = m_options.epsilon;
        const auto step = static_cast<double>(steps(group));
        const double stepSize = learningRate / (1.0 - std::pow(m_options.beta1, step));
        const double unbias = 1.0 / std::sqrt(1.0 - std::pow(m_options.beta2, step));
        const bool decoupled = m_decay == Decay::Decoupled;
        const double shrink = decoupled ? 1.0 - learningRate * m_options.weightDecay : 1.0;
        const double decay = decoupled ? 0.0 : m_options.weightDecay;

        const auto advance
            = [=, options = m_options](auto& value, const auto& slope, auto& mean, auto& square) {
                  advanceMoments(options, shrink, decay, value, slope, mean, square);
              };
        const auto descend = [=](auto& value, const auto& mean, const auto& square) {
            const auto real = [&](double number) { return constantFor(value, number); };
            value -= real(stepSize) * mean / (squareRoot(square) * real(unbias) + real(epsilon));
        };
        if (!m_options.amsgrad) {
            applyRule(
                group,
                [=](auto& value, const auto& slope, auto& mean, auto& square) {
                    advance(value, slope, mean, square);
                    descend(value, mean, square);
                },
                slot(m_mean), slot(m_square));
            return;
        }
        applyRule(
            group,
            [=](auto& value, const auto& slope, auto& mean, auto& square, auto& largest) {
                advance(value, slope, mean, square);
                largest = larger(largest, square);
                descend(value, mean, largest);
            },
            slot(m_mean), slot(m_square), slot(m_largest));
    }

    AdamOptions m_options;
    Decay m_decay;
    size_t m_mean = 0, m_square = 0, m_largest = 0;
};

class AdamW : public Adam {
public:
    AdamW(const AdamOptions& options, std::vector<torch::Tensor> parameters)
        : Adam(options, Decay::Decoupled, std::move(parameters))
    {
    }
};

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

    /// ρ_t and r_t of the paper.
    std::vector<OptimiserFactor> factors() const override
    {
        constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
        const int64_t step = mostSteps();
        const Rectification now = step > 0 ? rectification(static_cast<double>(step))
                                           : Rectification{kUnknown, kUnknown};
        return {{"rho_t", now.length}, {"r_t", now.factor}};
    }

private:
    struct Rectification {
        double length; ///< ρ_t of the paper: steps that the mean square v stands for.
        double factor; ///< r_t; NaN while ρ_t <= 5, when the step is not adaptive.
    };
    Rectification rectification(double step) const
    {
        const double beta2 = m_options.beta2;
        const double longest = 2.0 / (1.0 - beta2) - 1.0;
        const double power = std::pow(beta2, step);
        const double length = longest - 2.0 * step * power / (1.0 - power);
        if (!(length > 5.0))
            return {length, std::numeric_limits<double>::quiet_NaN()};
        return {length,
                std::sqrt((length - 4.0) * (length - 2.0) * longest
                          / ((longest - 4.0) * (longest - 2.0) * length))};
    }

    void update(const ParameterGroup& group, double learningRate) override
    {
        const double decay = m_options.weightDecay, epsilon = m_options.epsilon;
        const auto step = static_cast<double>(steps(group));
        const double stepSize = learningRate / (1.0 - std::pow(m_options.beta1, step));
        const double rectified
            = std::sqrt(1.0 - std::pow(m_options.beta2, step)) * rectification(step).factor;
        const auto advance
            = [=, options = m_options](auto& value, const auto& slope, auto& mean, auto& square) {
                  advanceMoments(options, 1.0, decay, value, slope, mean, square);
              };
        if (std::isnan(rectified)) {
            applyRule(
                group,
                [=](auto& value, const auto& slope, auto& mean, auto& square) {
                    advance(value, slope, mean, square);
                    value -= constantFor(value, stepSize) * mean;
                },
                slot(m_mean), slot(m_square));
            return;
        }
        applyRule(
            group,
            [=](auto& value, const auto& slope, auto& mean, auto& square) {
                advance(value, slope, mean, square);
                value -= constantFor(value, stepSize * rectified) * mean
                    / (squareRoot(square) + constantFor(value, epsilon));
            },
            slot(m_mean), slot(m_square));
    }

    AdamOptions m_options;
    size_t m_mean = 0, m_square = 0;
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

    void update(const ParameterGroup& group, double learningRate) override
    {
        const double decay = m_options.weightDecay, epsilon = m_options.epsilon;
        const auto step = static_cast<double>(steps(group));
        const double now = momentum(step), next = momentum(step + 1.0);
        // As many updates, so the same product.
        const float product = static_cast<float>(m_products[group.indices.front()] * now);
        for (const size_t index : group.indices)
            m_products[index] = product;
        const double productNext = product * next;
        const double ofSlope = learningRate * (1.0 - now) / (1.0 - product);
        const double ofMean = learningRate * next / (1.0 - productNext);
        const double unbias = 1.0 / (1.0 - std::pow(m_options.beta2, step));
        applyRule(
            group,
            [=, options = m_options](auto& value, const auto& slope, auto& mean, auto& square) {
                const auto real = [&](double number) { return constantFor(value, number); };
                const auto decayed
                    = advanceMoments(options, 1.0, decay, value, slope, mean, square);
                value -= (real(ofSlope) * decayed + real(ofMean) * mean)
                    / (squareRoot(square * real(unbias)) + real(epsilon));
            },
            slot(m_mean), slot(m_square));
    }

    NAdamOptions m_options;
    std::vector<float> m_products; ///< Product of all μ so far; float32, as torch keeps it.
    size_t m_mean = 0, m_square = 0;
};

} // namespace

OptimiserRegistry::Entry adamOptimiser()
{
    return optimiserEntry<Adam>(
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
        amsgradSchema<AdamOptions>("Added to the gradient (L2); AdamW decouples it."));
}

OptimiserRegistry::Entry adamWOptimiser()
{
    return optimiserEntry<AdamW>(
        {.id = "adamw",
         .title = "AdamW",
         .summary
         = "Adam with decoupled weight decay, which the step sizes do not scale. The usual choice "
           "for Transformers.",
         .formula
         = {"m̂ and v̂ as in Adam, or AMSGrad, with g = ∇L(θ),  θ ← (1 − ηλ)θ − η m̂ / (√v̂ + ε)",
            R"tex(\begin{aligned}
&\hat m,\ \hat v \text{ as in Adam, or AMSGrad, with } g = \nabla_\theta L(\theta) \\
&\theta \leftarrow (1-\eta\lambda)\,\theta - \eta\,\frac{\hat m}{\sqrt{\hat v} + \varepsilon}
\end{aligned})tex"}},
        amsgradSchema<AdamWOptions>("Decoupled from the gradient, times the learning rate."));
}

OptimiserRegistry::Entry rAdamOptimiser()
{
    return optimiserEntry<RAdam>(
        {.id = "radam",
         .title = "RAdam",
         .summary = "Adam with a built-in warm-up. Use it if training is unstable early on and you "
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
        adamSchema<AdamOptions>("Added to the gradient (L2)."));
}

OptimiserRegistry::Entry nAdamOptimiser()
{
    return optimiserEntry<NAdam>(
        {.id = "nadam",
         .title = "NAdam",
         .summary = "Adam with Nesterov momentum: slightly faster on recurrent networks.",
         .formula = {"m, v and v̂ as in Adam,  μ_t = β₁(1 − ½ · 0.96^(tψ)),  θ ← θ − η / (√v̂ + ε) · "
                     "(μ_{t+1} m / (1 − ∏_{i≤t+1} μ_i) + (1 − μ_t) g / (1 − ∏_{i≤t} μ_i))",
                     R"tex(\begin{aligned}
\mu_t &= \beta_1\left(1 - \tfrac12\, 0.96^{\,t\psi}\right) \\
\bar m &= \frac{\mu_{t+1}\,m}{1-\prod_{i=1}^{t+1}\mu_i} +
\frac{(1-\mu_t)\,g}{1-\prod_{i=1}^{t}\mu_i} \\
\theta &\leftarrow \theta - \eta\,\frac{\bar m}{\sqrt{\hat v} + \varepsilon}
\end{aligned})tex"}},
        adamSchema<NAdamOptions>("Added to the gradient (L2).")
            .add(&NAdamOptions::momentumDecay,
                 {.name = "momentum_decay",
                  .label = "Momentum decay",
                  .help = "How fast the momentum grows to its full value; 0.004 takes about 500 "
                          "updates.",
                  .minimum = 0.0,
                  .maximum = 1.0,
                  .advanced = true}));
}

} // namespace core
