#pragma once

#include <torch/nn/modules/normalization.h>
#include <torch/types.h>

namespace core {

/// norm(tokens + dropOut(added, dropout, marks)), the end of a post-norm sub-layer: Vaswani et al.
/// (2017), arXiv:1706.03762, section 5.4, with the layer normalisation of Ba et al. (2016),
/// arXiv:1607.06450.
///
/// float32 on the CPU takes one pass forward and one backward and keeps the normalised rows alone;
/// other types and devices are put together from LibTorch's parts. The mask of the dropout is that
/// of dropOut() for the same state of the random generator.
///
/// @param norm over the last axis, with weight and bias.
/// @param tokens, added [..., features]
/// @param dropout of `added`, in [0, 1); 0 while not training.
/// @param squares  if not null, becomes the sum of squares [] of the norm's input.
/// @return [..., features]
/// @throws Error{Internal} when a second derivative is asked of the quick way.
torch::Tensor residualNorm(torch::nn::LayerNorm norm, const torch::Tensor& tokens,
                           const torch::Tensor& added, double dropout,
                           const torch::Tensor& marks = {}, torch::Tensor* squares = nullptr);

} // namespace core
