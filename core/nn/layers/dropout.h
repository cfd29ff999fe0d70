#pragma once

#include "core/nn/kernels/dropout_mask.h"

#include <torch/types.h>

namespace core {

/// Inverted dropout: E[result] = input. A probability of 0 (as while not training) is the identity.
///
/// Source: Srivastava et al. (2014), JMLR 15. On a CPU the mask comes from a counter hashed with
/// one number of torch's default generator rather than from one draw an element: drawing 10
/// million numbers for attention weights costs more than the attention. An element's mask depends
/// on its token and its feature: a text has the same masks in every part of a batch that contains
/// it, however long the texts beside it are (seedBatch()). Elsewhere torch::dropout.
/// @param input  [rows, ...]; float32 on the CPU for the quick way.
/// @param marks  [rows] int64 on the CPU: tokenMark() of each row. Undefined: the input is
///        [batch, features] or [batch, length, features].
torch::Tensor dropOut(const torch::Tensor& input, double probability,
                      const torch::Tensor& marks = {});

/// The same with a mask that was drawn before, as by the steps of a decoder: the number of masks
/// that a pass draws must not depend on how long texts are. No mask: the identity.
torch::Tensor dropOut(const torch::Tensor& input, const DropoutMask& mask,
                      const torch::Tensor& marks);

/// The same with one mask for all tokens of a text ("locked", variational): what is dropped is
/// dropped at every place. Gal and Ghahramani (2016), arXiv:1512.05287.
/// @param input [batch, length, features]
torch::Tensor lockedDropOut(const torch::Tensor& input, double probability);

/// The marks of the rows of a tensor [batch, ..., features] with `places` rows a text: int64 on the
/// CPU.
torch::Tensor marksOfTexts(int64_t batch, int64_t places = 1);

/// `marks`, or those of a tensor [batch, ..., features] where they are undefined.
torch::Tensor marksOr(const torch::Tensor& marks, const torch::Tensor& input);

/// A number in [0, 1) for each row, which depends on its mark: [rows] float64 on the CPU.
torch::Tensor uniformOf(const torch::Tensor& marks);

} // namespace core
