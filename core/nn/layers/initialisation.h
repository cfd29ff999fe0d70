#pragma once

#include "core/base/registry.h"

#include <torch/nn/module.h>

namespace core {

/// What an initialisation may do to a parameter, told by its module and its name.
enum class ParameterRole {
    Embedding, ///< Rows of words or places: most initialisations leave them as they are.
    Normalisation, ///< Scale and shift of a norm, ReZero's weight: left as they are.
    Bias, ///< One dimension.
    Recurrent, ///< "weight_hh_*": from state to state, a block for each gate.
    Matrix ///< Everything else with two dimensions or more.
};

/// One parameter of a network with its role.
struct RoleParameter {
    std::string name;
    torch::Tensor value;
    ParameterRole role = ParameterRole::Matrix;
    /// Blocks of equal size along dimension 0, each a matrix of its own: the gates of a cell,
    /// the three of an in_proj_weight; otherwise 1.
    int64_t blocks = 1;
    bool words = false; ///< An embedding whose row 0 is padding and stays zero.
    int64_t forgetBlock = -1; ///< Of a bias: which block is that of forget gates; -1: none.
};

std::vector<RoleParameter> parametersByRole(const torch::nn::Module& network);

/// Adds what several initialisations offer: the forget gates' bias of all LSTMs in `parameters`,
/// written to bias_ih (bias_hh then is zero there) or to a cell's only one. 0 changes nothing.
/// Source: Jozefowicz et al. (2015), "An Empirical Exploration of Recurrent Network Architectures".
void setForgetBias(const std::vector<RoleParameter>& parameters, double bias);
OptionDescription forgetBiasOption();

/// What an initialisation does to a network fresh from its modules' own (torch's) initialisation.
/// Draws from torch's default generator.
using Initialise = std::function<void(torch::nn::Module&)>;
using InitialisationRegistry = Registry<Initialise>;

/// Family "initialisation": standard, xavier_uniform, orthogonal, normal_001, uniform, gpt.
const InitialisationRegistry& initialisationRegistry();

} // namespace core
