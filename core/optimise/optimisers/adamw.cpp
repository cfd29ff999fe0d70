#include "core/optimise/optimiser.h"
#include "core/optimise/optimisers/adam_family.h"

namespace core {

namespace {

struct AdamWOptions : AdamOptions {
    AdamWOptions() { weightDecay = 0.01; }
};

Schema<AdamWOptions> adamWSchema()
{
    return Schema<AdamWOptions>()
        .add<double>(&AdamWOptions::learningRate, learningRateOption())
        .add<double>(&AdamWOptions::weightDecay,
                     weightDecayOption("Decoupled from the gradient, times the learning rate."))
        .add<double>(&AdamWOptions::beta1, beta1Option())
        .add<double>(&AdamWOptions::beta2, beta2Option())
        .add<double>(&AdamWOptions::epsilon, epsilonOption())
        .add<bool>(&AdamWOptions::amsgrad, amsgradOption());
}

} // namespace

OptimiserRegistry::Entry adamWOptimiser()
{
    return OptimiserRegistry::entry<AdamWOptions>(
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
        adamWSchema(), [](const AdamWOptions& options, std::vector<torch::Tensor> parameters) {
            return std::make_unique<Adam>(options, Decay::Decoupled, std::move(parameters));
        });
}

} // namespace core
