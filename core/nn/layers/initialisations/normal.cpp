#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

namespace core {

namespace {

struct NormalOptions {
    double deviation = 0.01;
    double forgetBias = 0.0;
};

const Schema<NormalOptions>& normalSchema()
{
    static const auto schema = Schema<NormalOptions>()
                                   .add(&NormalOptions::deviation,
                                        {.name = "deviation",
                                         .label = "Standard deviation",
                                         .help = "The loss stays flat for long: raise it. It jumps "
                                                 "at the start: lower it.",
                                         .minimum = 1e-6,
                                         .maximum = 1.0,
                                         .logarithmic = true})
                                   .add(&NormalOptions::forgetBias, forgetBiasOption());
    return schema;
}

void initialise(torch::nn::Module& network, const NormalOptions& options)
{
    const torch::NoGradGuard noGradient;
    const std::vector<RoleParameter> parameters = parametersByRole(network);
    for (const RoleParameter& parameter : parameters) {
        if (parameter.role == ParameterRole::Bias)
            parameter.value.zero_();
        else if (parameter.role == ParameterRole::Matrix
                 || parameter.role == ParameterRole::Recurrent)
            torch::Tensor(parameter.value).normal_(0.0, options.deviation);
    }
    setForgetBias(parameters, options.forgetBias);
}

} // namespace

InitialisationRegistry::Entry normalInitialisation()
{
    return InitialisationRegistry::entry<NormalOptions>(
        {.id = "normal_001",
         .title = "Normal 0.01",
         .summary = "All weights from a narrow normal distribution, biases 0, as the lecture's "
                    "translation model starts. Deep networks learn slowly from it: see why on the "
                    "gradient curves. Embeddings and norms stay as they are.",
         .formula = {"W ~ N(0, σ²)", R"tex(W \sim \mathcal N(0, \sigma^2))tex"}},
        normalSchema(), [](const NormalOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialise(network, options); };
        });
}

} // namespace core
