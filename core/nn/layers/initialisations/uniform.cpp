#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

namespace core {

namespace {

struct UniformOptions {
    double bound = 0.1;
};

/// Embeddings too: their row of padding stays 0.
void initialise(torch::nn::Module& network, const UniformOptions& options)
{
    const torch::NoGradGuard noGradient;
    for (const RoleParameter& parameter : parametersByRole(network)) {
        torch::Tensor value = parameter.value;
        if (parameter.role == ParameterRole::Bias)
            value.zero_();
        else if (parameter.role == ParameterRole::Embedding)
            value.narrow(0, 1, value.size(0) - 1).uniform_(-options.bound, options.bound);
        else if (parameter.role != ParameterRole::Normalisation)
            value.uniform_(-options.bound, options.bound);
    }
}

} // namespace

InitialisationRegistry::Entry uniformInitialisation()
{
    return InitialisationRegistry::entry<UniformOptions>(
        {.id = "uniform",
         .title = "Uniform",
         .summary = "All weights between two bounds, embeddings too, biases 0, as language models "
                    "on the Penn Treebank start (Zaremba et al. 2014). Norms stay as they are.",
         .formula = {"W ~ U(−a, a)", R"tex(W \sim \mathcal U(-a, a))tex"}},
        Schema<UniformOptions>().add(&UniformOptions::bound,
                                     {.name = "bound",
                                      .label = "Bound",
                                      .help = "The loss stays flat for long: raise it. It jumps at "
                                              "the start: lower it.",
                                      .minimum = 1e-6,
                                      .maximum = 1.0,
                                      .logarithmic = true}),
        [](const UniformOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialise(network, options); };
        });
}

} // namespace core
