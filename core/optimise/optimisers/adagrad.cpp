#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/element_rule.h"
#include "core/optimise/optimisers/options.h"

namespace core {

namespace {

struct AdagradOptions {
    double learningRate = 0.01;
    double learningRateDecay = 0.0;
    double weightDecay = 0.0;
    double initialAccumulator = 0.0;
    double epsilon = 1e-10;
};

/// Adagrad (Duchi et al. 2011): s ← s + g², θ ← θ - η_t g / (√s + ε), η_t = η / (1 + (t-1)δ).
class Adagrad : public Optimiser {
public:
    Adagrad(const AdagradOptions& options, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters)), m_options(options)
    {
        m_sum = addSlot("sum", m_options.initialAccumulator);
    }

private:
    void update(const ParameterGroup& group, double learningRate) override
    {
        const double decay = m_options.weightDecay, epsilon = m_options.epsilon;
        const auto earlier = static_cast<double>(steps(group) - 1);
        const double rate = learningRate / (1.0 + earlier * m_options.learningRateDecay);
        applyRule(
            group, decay == 0.0 ? ZeroGradient::Rests : ZeroGradient::Moves,
            [=](auto& value, const auto& slope, auto& sum) {
                const auto real = [&](double number) { return constantFor(value, number); };
                const auto decayed = slope + real(decay) * value;
                sum = sum + decayed * decayed;
                value -= real(rate) * decayed / (squareRoot(sum) + real(epsilon));
            },
            slot(m_sum));
    }

    AdagradOptions m_options;
    size_t m_sum = 0;
};

Schema<AdagradOptions> adagradSchema()
{
    return Schema<AdagradOptions>()
        .add(&AdagradOptions::learningRate, learningRateOption())
        .add(&AdagradOptions::weightDecay, weightDecayOption("Added to the gradient (L2)."))
        .add(&AdagradOptions::learningRateDecay,
             {.name = "lr_decay",
              .label = "Own decay",
              .help = "Lowers the learning rate further with each update, beside the schedule.",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true})
        .add(&AdagradOptions::initialAccumulator,
             {.name = "initial_accumulator",
              .label = "Initial sum",
              .help = "If the first updates are too large, start the sum of squares at 0.1.",
              .minimum = 0.0,
              .maximum = 1e6,
              .advanced = true})
        .add(&AdagradOptions::epsilon, epsilonOption());
}

} // namespace

OptimiserRegistry::Entry adagradOptimiser()
{
    return optimiserEntry<Adagrad>(
        {.id = "adagrad",
         .title = "Adagrad",
         .summary = "Divides by the sum of all squared gradients, so rare words keep large steps. "
                    "The learning rate only ever falls.",
         .formula = {"g = ∇L(θ) + λθ,  s ← s + g²,  θ ← θ − η / (1 + (t − 1)δ) · g / (√s + ε)",
                     R"tex(\begin{aligned}
g &= \nabla_\theta L(\theta) + \lambda\theta \\
s &\leftarrow s + g^2 \\
\theta &\leftarrow \theta - \frac{\eta}{1+(t-1)\,\delta}\cdot\frac{g}{\sqrt s + \varepsilon}
\end{aligned})tex"}},
        adagradSchema());
}

} // namespace core
