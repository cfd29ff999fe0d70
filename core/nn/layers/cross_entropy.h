#pragma once

#include <torch/types.h>

namespace core {

/// The fit of logits to the labels, over all rows.
struct LabelFit {
    torch::Tensor crossEntropy; ///< [] sum in nats, differentiable.
    torch::Tensor correct; ///< [] int64: rows with the label as the first of the largest logits.
    torch::Tensor ofRows; ///< [rows] contributions to the sum; not differentiable.
};

/// The use of the logits after the loss.
enum class Logits {
    Kept,
    /// The fast implementation overwrites them with their gradient: this halves the memory and
    /// writes to cached values. Reading them after backward() returns gradients; LibTorch rejects
    /// this where it can: in a second backward() and in the backward of an operation that saved
    /// them.
    GivenUp,
};

/// Sum of cross-entropies in nats: Σ over rows of (1-ε) (log Σ_j exp(x_j) - x_label) +
/// ε (log Σ_j exp(x_j) - mean of x) with label smoothing ε, as in
/// torch.nn.functional.cross_entropy. Szegedy et al. (2016), arXiv:1512.00567, section 7.
///
/// float32 on the CPU needs two passes over the logits, one forward and one backward. The gradient
/// is the only array of their size, and the largest logit, which the sum needs, also determines the
/// correct rows. LibTorch, which computes other types and devices, writes four arrays and searches
/// again. Rows are distributed to threads; the sum, in double precision, does not depend on the
/// distribution. NaN logits give NaN. Half precision is converted to float32 first.
///
/// @param logits    [rows, classes]
/// @param labels    [rows] int64; rows with the label -100 are ignored.
/// @param smoothing in [0, 1]
/// @return the sum in the logits' type (float32 for half precision).
/// @throws Error{Internal} if a label is none of the classes, or if a second derivative of the fast
///   implementation is requested.
LabelFit labelFit(const torch::Tensor& logits, const torch::Tensor& labels, double smoothing,
                  Logits after = Logits::Kept);

} // namespace core
