#include "core/nn/layers/initialisation.h"

#include "core/nn/layers/embedding.h"
#include "core/nn/layers/positions.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

// Each in a file of its own.
InitialisationRegistry::Entry standardInitialisation();
InitialisationRegistry::Entry xavierInitialisation();
InitialisationRegistry::Entry orthogonalInitialisation();
InitialisationRegistry::Entry normalInitialisation();
InitialisationRegistry::Entry gptInitialisation();
InitialisationRegistry::Entry uniformInitialisation();

namespace {

void describeCell(const RecurrentImpl& cells, const std::string& name, RoleParameter& described)
{
    const auto& all = cells.graph().parameters();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CellParameter& each) {
        return name.rfind(each.name + "_l", 0) == 0;
    });
    const auto& blocks = found->blocks;
    described.blocks = static_cast<int64_t>(blocks.size());
    const bool projection = found->name == "weight_hr"; // it makes h, and reads none
    if (found->use == CellOperation::Product && !projection)
        described.role = ParameterRole::Recurrent;
    if (found->use != CellOperation::Parameter)
        return;
    described.role
        = found->initial == CellInitial::One ? ParameterRole::Normalisation : ParameterRole::Bias;
    const auto forget = std::find(blocks.begin(), blocks.end(), "f");
    if (cells.graph().states() > 1 && forget != blocks.end()
        && found->name.find("bias") != std::string::npos)
        described.forgetBlock = forget - blocks.begin();
}

RoleParameter described(const torch::nn::Module& owner, const std::string& prefix,
                        const std::string& name, const torch::Tensor& value)
{
    RoleParameter parameter{prefix.empty() ? name : prefix + "." + name, value};
    if (const auto* cells = dynamic_cast<const RecurrentImpl*>(&owner)) {
        describeCell(*cells, name, parameter);
        return parameter;
    }
    if (name == "in_proj_weight")
        parameter.blocks = 3;

    parameter.words = dynamic_cast<const EmbeddingImpl*>(&owner) != nullptr;
    if (parameter.words || dynamic_cast<const PositionsImpl*>(&owner) != nullptr)
        parameter.role = ParameterRole::Embedding;
    else if (dynamic_cast<const torch::nn::LayerNormImpl*>(&owner) != nullptr || name == "resweight"
             || name == "scale")
        parameter.role = ParameterRole::Normalisation;
    else if (value.dim() < 2)
        parameter.role = ParameterRole::Bias;
    return parameter;
}

void collect(const torch::nn::Module& module, const std::string& prefix,
             std::vector<RoleParameter>& found)
{
    for (const auto& item : module.named_parameters(/*recurse=*/false))
        found.push_back(described(module, prefix, item.key(), item.value()));
    for (const auto& child : module.named_children())
        collect(*child.value(), prefix.empty() ? child.key() : prefix + "." + child.key(), found);
}

} // namespace

std::vector<RoleParameter> parametersByRole(const torch::nn::Module& network)
{
    std::vector<RoleParameter> found;
    collect(network, "", found);
    return found;
}

void setForgetBias(const std::vector<RoleParameter>& parameters, double bias)
{
    if (bias == 0.0)
        return;
    const torch::NoGradGuard noGradient;
    for (const RoleParameter& parameter : parameters) {
        if (parameter.forgetBlock < 0)
            continue;
        const bool second = parameter.name.find("bias_hh") != std::string::npos;
        parameter.value.chunk(parameter.blocks)[static_cast<size_t>(parameter.forgetBlock)].fill_(
            second ? 0.0 : bias);
    }
}

OptionDescription forgetBiasOption()
{
    return {.name = "forget_bias",
            .label = "LSTM forget bias",
            .help = "If an LSTM forgets the beginning of long texts, set 1 so that its forget "
                    "gates start open. 0: the random initial value.",
            .minimum = 0.0,
            .maximum = 10.0,
            .advanced = true};
}

const InitialisationRegistry& initialisationRegistry()
{
    static const InitialisationRegistry registry(
        "initialisation",
        {standardInitialisation(), xavierInitialisation(), orthogonalInitialisation(),
         normalInitialisation(), uniformInitialisation(), gptInitialisation()});
    return registry;
}

} // namespace core
