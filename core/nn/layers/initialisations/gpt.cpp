#include "core/nn/layers/initialisation.h"

#include "core/nn/tensors.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

struct GptOptions {
    double deviation = 0.02;
    bool scaleResiduals = true;
};

const Schema<GptOptions>& gptSchema()
{
    static const auto schema
        = Schema<GptOptions>()
              .add(&GptOptions::deviation,
                   {.name = "deviation",
                    .label = "Standard deviation",
                    .help = "If the loss stays flat for long, raise it. If it jumps at the start, "
                            "lower it.",
                    .minimum = 1e-6,
                    .maximum = 1.0,
                    .logarithmic = true})
              .add(&GptOptions::scaleResiduals,
                   {.name = "scale_residuals",
                    .label = "Scale residuals",
                    .help = "The more residual branches there are, the smaller the last layer of "
                            "each starts, so that their sum does not grow with the depth.",
                    .advanced = true});
    return schema;
}

/// The last layer of a residual branch of a Transformer block.
bool endsBranch(const RoleParameter& parameter)
{
    return parameter.name.ends_with("self_attn.out_proj.weight")
        || parameter.name.ends_with("linear2.weight")
        || parameter.name.ends_with("multihead_attn.out_proj.weight");
}

void initialiseAsGpt(torch::nn::Module& network, const GptOptions& options)
{
    const torch::NoGradGuard noGradient;
    const std::vector<RoleParameter> parameters = parametersByRole(network);
    const auto branches = std::count_if(parameters.begin(), parameters.end(), endsBranch);
    for (const RoleParameter& parameter : parameters) {
        torch::Tensor value = parameter.value;
        const bool scaled = options.scaleResiduals && endsBranch(parameter);
        if (parameter.role == ParameterRole::Bias)
            value.zero_();
        else if (parameter.role != ParameterRole::Normalisation)
            value.normal_(0.0,
                          scaled ? options.deviation / std::sqrt(static_cast<double>(branches))
                                 : options.deviation);
        if (parameter.role == ParameterRole::Embedding && parameter.words)
            value[0].zero_(); // Padding.
    }
}

} // namespace

/// Source: Radford et al. (2019), "Language Models are Unsupervised Multitask Learners", section
/// 2.3; nanoGPT.
InitialisationRegistry::Entry gptInitialisation()
{
    return InitialisationRegistry::entry<GptOptions>(
        {.id = "gpt",
         .title = "GPT",
         .summary = "The initialisation of GPT-2: all weights, including embeddings, are drawn "
                    "from a narrow normal distribution, biases are 0, and the last layer of each "
                    "of N residual branches is divided by √N. For Transformer language models, "
                    "especially with tied weights.",
         .formula = {"W ~ N(0, σ²);  at the end of a branch: N(0, σ² / N)",
                     R"tex(W \sim \mathcal N(0, \sigma^2), \quad
W_{\text{end of a branch}} \sim \mathcal N(0, \sigma^2 / N))tex"}},
        gptSchema(), [](const GptOptions& options) -> Initialise {
            return [options](torch::nn::Module& network) { initialiseAsGpt(network, options); };
        });
}

} // namespace core
