#pragma once

#include "core/nn/layers/recurrent_step.h"

#include <vector>

namespace core {

/// The recurrent layers written as their equations, one step at a time, for LibTorch's autograd:
/// any device, any floating type, differentiable any number of times. What the fast paths are
/// tested against, and what computes where they do not reach.
///
///     LSTM  c = f c' + i g,  h = o tanh(c)      i, f, o = sigmoid, g = tanh of W x + b + U h' + d
///           with a projection: h = W_hr (o tanh(c))
///     GRU   h = (1 - z) n + z h'                n = tanh(W_n x + b_n + r (U_n h' + d_n))
///     RNN   h = tanh or relu of W x + b + U h' + d
///
/// Sources: Hochreiter & Schmidhuber (1997) with forget gates (Gers et al., 2000); Sak et al.
/// (2014), arXiv:1402.1128 (projection); Cho et al. (2014), arXiv:1406.1078, in the variant of
/// cuDNN, where r is applied after the product (GRU); Elman (1990).
///
/// @param input    [batch, length, inputSize]
/// @param lengths  [batch] int64 on the CPU
/// @param initial  as RecurrentImpl::forward
/// @param weights  [layers * directions]
/// @param dropout  on the output of every layer but the last; 0 when not training.
RecurrentOutput referenceRecurrent(const torch::Tensor& input, const torch::Tensor& lengths,
                                   const RecurrentState& initial,
                                   const std::vector<CellWeights>& weights,
                                   const RecurrentOptions& options, double dropout);

/// One step of it, given what its two products gave, as recurrentStep(): any device and floating
/// type, differentiable any number of times.
StepState plainRecurrentStep(CellKind cell, const torch::Tensor& inputSum,
                             const torch::Tensor& hiddenSum, const StepState& before);

} // namespace core
