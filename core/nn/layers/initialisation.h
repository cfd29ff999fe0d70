#pragma once

#include "core/base/registry.h"

#include <torch/nn/module.h>

namespace core {

/// The role of a parameter for an initialisation, determined by its module and its name.
enum class ParameterRole {
    Embedding, ///< Rows of words or positions: most initialisations do not change them.
    Normalisation, ///< Scale and shift of a norm, ReZero's weight: never changed.
    Bias, ///< A parameter with one dimension.
    Recurrent, ///< "weight_hh_*": from state to state, a block for each gate.
    Matrix ///< Any other parameter with two dimensions or more.
};

/// One parameter of a network with its role.
struct RoleParameter {
    std::string name;
    torch::Tensor value;
    ParameterRole role = ParameterRole::Matrix;
    /// Number of separate matrices of equal size along dimension 0: the gates of a cell, the three
    /// blocks of an in_proj_weight; otherwise 1.
    int64_t blocks = 1;
    bool words = false; ///< An embedding with padding in row 0, which stays zero.
    int64_t forgetBlock = -1; ///< For a bias: the block of the forget gates; -1: none.
};

std::vector<RoleParameter> parametersByRole(const torch::nn::Module& network);

/// Sets the forget gates' bias of all LSTMs in `parameters`, an option of several initialisations.
/// The value is written to bias_ih (with zero in bias_hh) or to a cell's only bias. 0 changes
/// nothing.
/// Source: Jozefowicz et al. (2015), "An Empirical Exploration of Recurrent Network Architectures".
void setForgetBias(const std::vector<RoleParameter>& parameters, double bias);
OptionDescription forgetBiasOption();

/// Initialises a network after torch's default initialisation of its modules. Draws from torch's
/// default generator.
using Initialise = std::function<void(torch::nn::Module&)>;
using InitialisationRegistry = Registry<Initialise>;

/// Family "initialisation": standard, xavier_uniform, orthogonal, normal_001, uniform, gpt.
const InitialisationRegistry& initialisationRegistry();

} // namespace core
