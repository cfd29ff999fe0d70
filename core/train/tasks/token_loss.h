#pragma once

#include <torch/types.h>

namespace core {

/// Sum of cross-entropies in nats. Label smoothing ε: (1-ε) the cross-entropy of the true class +
/// ε that of a uniform target, as in torch.nn.CrossEntropyLoss. Szegedy et al. (2016),
/// arXiv:1512.00567, section 7.
/// @param logits  [rows, classes] float32 (or half, which is widened).
/// @param labels  [rows] int64.
/// @return [] float32.
torch::Tensor crossEntropySum(const torch::Tensor& logits, const torch::Tensor& labels,
                              double smoothing);

} // namespace core
