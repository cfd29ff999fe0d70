#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/element_rule.h"
#include "core/optimise/optimisers/options.h"

namespace core {

namespace {

struct SgdOptions {
    double learningRate = 0.1;
    double momentum = 0.0;
    double dampening = 0.0;
    bool nesterov = false;
    double weightDecay = 0.0;
};

/// g ← g + λθ; b ← μb + (1-δ)g (at first b ← g); θ ← θ - η b, or with Nesterov θ - η (g + μb).
/// Equations of torch.optim.SGD. Nesterov momentum after Sutskever et al. (2013).
class Sgd : public Optimiser {
public:
    Sgd(const SgdOptions& options, std::vector<torch::Tensor> parameters)
        : Optimiser(std::move(parameters)), m_options(options)
    {
        if (m_options.momentum != 0.0)
            m_velocity = addSlot("momentum_buffer");
    }

private:
    void update(const ParameterGroup& group, double learningRate) override
    {
        const double decay = m_options.weightDecay;
        if (m_options.momentum == 0.0) {
            const ZeroGradient zero = decay == 0.0 ? ZeroGradient::Rests : ZeroGradient::Moves;
            applyRule(group, zero, [=](auto& value, const auto& slope) {
                const auto real = [&](double number) { return constantFor(value, number); };
                value -= real(learningRate) * (slope + real(decay) * value);
            });
            return;
        }
        const double momentum = m_options.momentum;
        // The first update takes the gradient whole, undamped.
        const double fresh = steps(group) == 1 ? 1.0 : 1.0 - m_options.dampening;
        const double ofVelocity = m_options.nesterov ? momentum : 1.0;
        const double ofSlope = m_options.nesterov ? 1.0 : 0.0;
        applyRule(
            group,
            [=](auto& value, const auto& slope, auto& velocity) {
                const auto real = [&](double number) { return constantFor(value, number); };
                const auto decayed = slope + real(decay) * value;
                velocity = real(momentum) * velocity + real(fresh) * decayed;
                value
                    -= real(learningRate) * (real(ofSlope) * decayed + real(ofVelocity) * velocity);
            },
            slot(m_velocity));
    }

    SgdOptions m_options;
    size_t m_velocity = 0;
};

Schema<SgdOptions> sgdSchema()
{
    return Schema<SgdOptions>()
        .add(&SgdOptions::learningRate, learningRateOption())
        .add(&SgdOptions::momentum, momentumOption())
        .add(&SgdOptions::dampening,
             {.name = "dampening",
              .label = "Dampening",
              .help = "Share of each new gradient that is not added to the momentum. Seldom "
                      "needed; use 0 with Nesterov momentum.",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true})
        .add(&SgdOptions::nesterov,
             {.name = "nesterov",
              .label = "Nesterov",
              .help = "Evaluates the step ahead of the momentum. Try it if momentum overshoots. "
                      "Needs momentum above 0."})
        .add(&SgdOptions::weightDecay, weightDecayOption("Added to the gradient (L2)."));
}

} // namespace

OptimiserRegistry::Entry sgdOptimiser()
{
    return optimiserEntry<Sgd>(
        {.id = "sgd",
         .title = "SGD",
         .summary = "Plain gradient descent on batches, with optional momentum. It follows the "
                    "theory directly; its learning rate must be tuned.",
         .formula = {"g = ∇L(θ) + λθ,  b ← μb + (1 − δ)g, at first b ← g,  θ ← θ − ηb, Nesterov: θ "
                     "← θ − η(g + μb)",
                     R"tex(\begin{aligned}
g &= \nabla_\theta L(\theta) + \lambda\theta \\
b &\leftarrow \mu b + (1-\delta)\,g \qquad (\text{at first } b \leftarrow g) \\
\theta &\leftarrow \theta - \eta\,b \qquad (\text{Nesterov: } \theta - \eta\,(g + \mu b))
\end{aligned})tex"}},
        sgdSchema());
}

} // namespace core
