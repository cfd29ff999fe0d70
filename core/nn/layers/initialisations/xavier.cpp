#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

namespace core {

namespace {

struct XavierOptions {
    double forgetBias = 0.0;
};

void initialise(torch::nn::Module& network, const XavierOptions& options)
{
    const torch::NoGradGuard noGradient;
    const std::vector<RoleParameter> parameters = parametersByRole(network);
    for (const RoleParameter& parameter : parameters) {
        if (parameter.role == ParameterRole::Bias)
            parameter.value.zero_();
        else if (parameter.role == ParameterRole::Matrix
                 || parameter.role == ParameterRole::Recurrent)
            for (const torch::Tensor& block : parameter.value.chunk(parameter.blocks))
                torch::nn::init::xavier_uniform_(block);
    }
    setForgetBias(parameters, options.forgetBias);
}

} // namespace

InitialisationRegistry::Entry xavierInitialisation()
{
    return InitialisationRegistry::entry<XavierOptions>(
        {.id = "xavier_uniform",
         .title = "Xavier uniform",
         .summary = "Keeps the variance of signals and gradients alike from layer to layer (Glorot "
                    "and Bengio 2010). Each gate's matrix is drawn separately; biases are 0; "
                    "embeddings and norms stay as they are.",
         .formula = {"W ~ U(−a, a),  a = √(6 / (n_in + n_out))",
                     R"tex(W \sim \mathcal U(-a, a),
\quad a = \sqrt{\frac{6}{n_{\mathrm{in}} + n_{\mathrm{out}}}})tex"}},
        Schema<XavierOptions>().add(&XavierOptions::forgetBias, forgetBiasOption()),
        [](const XavierOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialise(network, options); };
        });
}

} // namespace core
