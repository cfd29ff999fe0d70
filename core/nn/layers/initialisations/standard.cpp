#include "core/nn/layers/initialisation.h"

namespace core {

namespace {

struct StandardOptions {
    double forgetBias = 0.0;
};

} // namespace

InitialisationRegistry::Entry standardInitialisation()
{
    return InitialisationRegistry::entry<StandardOptions>(
        {.id = "standard",
         .title = "PyTorch's",
         .summary = "What each layer of PyTorch starts with: uniform within 1/√inputs for linear "
                    "layers and convolutions, within 1/√hidden for recurrent ones, Xavier for "
                    "attention.",
         .formula
         = {"W ~ U(−1/√n, 1/√n)",
            R"tex(W \sim \mathcal U\left(-\frac{1}{\sqrt n},\ \frac{1}{\sqrt n}\right))tex"}},
        Schema<StandardOptions>().add(&StandardOptions::forgetBias, forgetBiasOption()),
        [](const StandardOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) {
                setForgetBias(parametersByRole(network), options.forgetBias);
            };
        });
}

} // namespace core
