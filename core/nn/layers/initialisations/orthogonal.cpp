#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

namespace core {

namespace {

struct OrthogonalOptions {
    double forgetBias = 1.0;
};

void initialise(torch::nn::Module& network, const OrthogonalOptions& options)
{
    const torch::NoGradGuard noGradient;
    const std::vector<RoleParameter> parameters = parametersByRole(network);
    for (const RoleParameter& parameter : parameters) {
        switch (parameter.role) {
        case ParameterRole::Bias:
            parameter.value.zero_();
            break;
        case ParameterRole::Recurrent:
            for (const torch::Tensor& block : parameter.value.chunk(parameter.blocks))
                torch::nn::init::orthogonal_(block);
            break;
        case ParameterRole::Matrix:
            for (const torch::Tensor& block : parameter.value.chunk(parameter.blocks))
                torch::nn::init::xavier_uniform_(block);
            break;
        case ParameterRole::Embedding:
        case ParameterRole::Normalisation:
            break;
        }
    }
    setForgetBias(parameters, options.forgetBias);
}

} // namespace

InitialisationRegistry::Entry orthogonalInitialisation()
{
    return InitialisationRegistry::entry<OrthogonalOptions>(
        {.id = "orthogonal",
         .title = "Orthogonal",
         .summary = "The matrix from state to state of each gate is orthogonal, so that repeated "
                    "products neither vanish nor explode at the start (Saxe et al. 2014); other "
                    "matrices are Xavier, biases 0. For RNN, LSTM and GRU.",
         .formula = {"Uᵀ U = I", R"tex(U^\top U = I)tex"}},
        Schema<OrthogonalOptions>().add(&OrthogonalOptions::forgetBias, forgetBiasOption()),
        [](const OrthogonalOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialise(network, options); };
        });
}

} // namespace core
