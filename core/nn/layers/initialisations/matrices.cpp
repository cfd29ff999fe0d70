#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

namespace core {

namespace {

struct ForgetBias {
    double forgetBias = 0.0;
};

struct StandardOptions : ForgetBias { };
struct XavierOptions : ForgetBias { };
struct OrthogonalOptions : ForgetBias {
    OrthogonalOptions() { forgetBias = 1.0; }
};
struct NormalOptions : ForgetBias {
    double deviation = 0.01;
};
struct UniformOptions {
    double bound = 0.1;
};

/// Biases become 0, matrices what draw(parameter) makes of them; embeddings and norms stay.
template <class Draw>
void drawMatrices(torch::nn::Module& network, const ForgetBias& options, const Draw& draw)
{
    const torch::NoGradGuard noGradient;
    const std::vector<RoleParameter> parameters = parametersByRole(network);
    for (const RoleParameter& parameter : parameters) {
        if (parameter.role == ParameterRole::Bias)
            parameter.value.zero_();
        else if (parameter.role == ParameterRole::Matrix
                 || parameter.role == ParameterRole::Recurrent)
            draw(parameter);
    }
    setForgetBias(parameters, options.forgetBias);
}

void initialise(torch::nn::Module& network, const StandardOptions& options)
{
    setForgetBias(parametersByRole(network), options.forgetBias);
}

void initialise(torch::nn::Module& network, const XavierOptions& options)
{
    drawMatrices(network, options, [](const RoleParameter& parameter) {
        for (const torch::Tensor& block : parameter.value.chunk(parameter.blocks))
            torch::nn::init::xavier_uniform_(block);
    });
}

void initialise(torch::nn::Module& network, const OrthogonalOptions& options)
{
    drawMatrices(network, options, [](const RoleParameter& parameter) {
        for (const torch::Tensor& block : parameter.value.chunk(parameter.blocks))
            if (parameter.role == ParameterRole::Recurrent)
                torch::nn::init::orthogonal_(block);
            else
                torch::nn::init::xavier_uniform_(block);
    });
}

void initialise(torch::nn::Module& network, const NormalOptions& options)
{
    drawMatrices(network, options, [&](const RoleParameter& parameter) {
        torch::Tensor(parameter.value).normal_(0.0, options.deviation);
    });
}

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

/// With the function initialise() of the options.
template <class Options>
InitialisationRegistry::Entry initialisationEntry(KindDescription description,
                                                  const Schema<Options>& schema)
{
    return InitialisationRegistry::entry<Options>(
        std::move(description), schema, [](const Options& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialise(network, options); };
        });
}

/// The option for a spread of the weights.
OptionDescription spreadOption(const std::string& name, const std::string& label)
{
    return {.name = name,
            .label = label,
            .help
            = "If the loss stays flat for long, raise it. If it jumps at the start, lower it.",
            .minimum = 1e-6,
            .maximum = 1.0,
            .logarithmic = true};
}

} // namespace

InitialisationRegistry::Entry standardInitialisation()
{
    return initialisationEntry(
        {.id = "standard",
         .title = "PyTorch's",
         .summary = "The defaults of PyTorch's layers: uniform within 1/√inputs for linear layers "
                    "and convolutions, within 1/√hidden for recurrent ones, Xavier for attention.",
         .formula
         = {"W ~ U(−1/√n, 1/√n)",
            R"tex(W \sim \mathcal U\left(-\frac{1}{\sqrt n},\ \frac{1}{\sqrt n}\right))tex"}},
        Schema<StandardOptions>().add(&StandardOptions::forgetBias, forgetBiasOption()));
}

InitialisationRegistry::Entry xavierInitialisation()
{
    return initialisationEntry(
        {.id = "xavier_uniform",
         .title = "Xavier uniform",
         .summary = "Keeps the variance of signals and gradients similar from layer to layer "
                    "(Glorot and Bengio 2010). Each gate's matrix is drawn separately; biases are "
                    "0; embeddings and norms are unchanged.",
         .formula = {"W ~ U(−a, a),  a = √(6 / (n_in + n_out))",
                     R"tex(W \sim \mathcal U(-a, a),
\quad a = \sqrt{\frac{6}{n_{\mathrm{in}} + n_{\mathrm{out}}}})tex"}},
        Schema<XavierOptions>().add(&XavierOptions::forgetBias, forgetBiasOption()));
}

InitialisationRegistry::Entry orthogonalInitialisation()
{
    return initialisationEntry(
        {.id = "orthogonal",
         .title = "Orthogonal",
         .summary = "The matrix from state to state of each gate is orthogonal, so that repeated "
                    "products neither vanish nor explode at the start (Saxe et al. 2014); other "
                    "matrices are Xavier, biases 0. For RNN, LSTM and GRU.",
         .formula = {"Uᵀ U = I", R"tex(U^\top U = I)tex"}},
        Schema<OrthogonalOptions>().add(&OrthogonalOptions::forgetBias, forgetBiasOption()));
}

InitialisationRegistry::Entry normalInitialisation()
{
    return initialisationEntry(
        {.id = "normal_001",
         .title = "Normal 0.01",
         .summary = "The initialisation of the lecture's translation model: weights are drawn from "
                    "a narrow normal distribution, biases are 0; embeddings and norms are "
                    "unchanged. Deep networks learn slowly from it; the gradient curves show why.",
         .formula = {"W ~ N(0, σ²)", R"tex(W \sim \mathcal N(0, \sigma^2))tex"}},
        Schema<NormalOptions>()
            .add(&NormalOptions::deviation, spreadOption("deviation", "Standard deviation"))
            .add(&NormalOptions::forgetBias, forgetBiasOption()));
}

InitialisationRegistry::Entry uniformInitialisation()
{
    return initialisationEntry(
        {.id = "uniform",
         .title = "Uniform",
         .summary = "All weights, including embeddings, are drawn uniformly between two bounds, "
                    "and biases are 0, as in language models on the Penn Treebank (Zaremba et al. "
                    "2014). Norms are unchanged.",
         .formula = {"W ~ U(−a, a)", R"tex(W \sim \mathcal U(-a, a))tex"}},
        Schema<UniformOptions>().add(&UniformOptions::bound, spreadOption("bound", "Bound")));
}

} // namespace core
