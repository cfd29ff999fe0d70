#pragma once

#include <torch/types.h>

namespace core {

/// Sum of cross-entropies in nats: Σ over rows of (1-ε) (log Σ_j exp(x_j) - x_label) +
/// ε (log Σ_j exp(x_j) - mean of x), ε the label smoothing, as
/// torch.nn.functional.cross_entropy. Szegedy et al. (2016), arXiv:1512.00567, section 7.
///
/// float32 on the CPU takes two passes over the logits, one forward and one backward, and writes
/// no array of their size but the gradient; LibTorch, which takes other types and devices, writes
/// four. Rows are shared among threads; the sum, in double precision, does not depend on how.
/// NaN logits give NaN.
///
/// @param logits    [rows, classes]
/// @param labels    [rows] int64; a row whose label is -100 counts for nothing.
/// @param smoothing in [0, 1]
/// @return [] of the logits' type.
/// @throws Error{Internal} when a label is none of the classes, or when a second derivative is
///   asked of the quick way.
torch::Tensor crossEntropy(const torch::Tensor& logits, const torch::Tensor& labels,
                           double smoothing);

} // namespace core
