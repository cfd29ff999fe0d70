#pragma once

#include <torch/types.h>

namespace core {

/// Inverted dropout: E[result] = input. A probability of 0 (as while not training) is the identity.
///
/// Source: Srivastava et al. (2014), JMLR 15. On a CPU the mask comes from a counter hashed with
/// one number of torch's default generator rather than from one draw an element: drawing 10
/// million numbers for attention weights costs more than the attention. Elsewhere torch::dropout.
/// @param input any shape; float32 on the CPU for the quick way.
torch::Tensor dropOut(const torch::Tensor& input, double probability);

/// The same with one mask for all tokens of a text ("locked", variational): what is dropped is
/// dropped at every place. Gal and Ghahramani (2016), arXiv:1512.05287.
/// @param input [batch, length, features]
torch::Tensor lockedDropOut(const torch::Tensor& input, double probability);

} // namespace core
