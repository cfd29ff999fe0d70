#pragma once

#include "core/nn/layers/recurrent.h"

namespace core {

/// The state of one layer and direction at one place.
struct StepState {
    torch::Tensor hidden; ///< [rows, hidden]
    torch::Tensor cell; ///< [rows, hidden]; undefined but for LSTM.
};

/// One step of one layer, given what its two products gave, biases included: the equations of
/// recurrent_equations.h. For decoders, whose next input depends on their last output.
///
/// float32 on the CPU runs the kernels of the fused layers as one node of autograd, differentiable
/// once; everything else the plain equations.
///
/// @param inputSum   W x + b [rows, gates * hidden], gates in PyTorch's order
/// @param hiddenSum  U h' + d, as large
StepState recurrentStep(CellKind cell, const torch::Tensor& inputSum,
                        const torch::Tensor& hiddenSum, const StepState& before);

} // namespace core
