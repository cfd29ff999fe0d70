#pragma once

#include <torch/types.h>

namespace core {

/// What logits say of the labels, over all rows.
struct LabelFit {
    torch::Tensor crossEntropy; ///< [] sum in nats, differentiable.
    torch::Tensor correct; ///< [] int64: rows whose label is the first of the largest logits.
    torch::Tensor ofRows; ///< [rows] what each adds to the sum; not differentiable.
};

/// What becomes of the logits that were rated.
enum class Logits {
    Kept,
    /// The quick way writes their gradient over them: half of the memory, and what is in the cache
    /// is written. Whoever reads them after backward() reads gradients; LibTorch refuses that where
    /// it knows, in a second backward() and in the backward of an operation that kept them.
    GivenUp,
};

/// Sum of cross-entropies in nats: Σ over rows of (1-ε) (log Σ_j exp(x_j) - x_label) +
/// ε (log Σ_j exp(x_j) - mean of x), ε the label smoothing, as
/// torch.nn.functional.cross_entropy. Szegedy et al. (2016), arXiv:1512.00567, section 7.
///
/// float32 on the CPU takes two passes over the logits, one forward and one backward, and writes
/// no array of their size but the gradient, and the largest logit, which the sum needs, tells the
/// right rows; LibTorch, which takes other types and devices, writes four and searches once more.
/// Rows are shared among threads; the sum, in double precision, does not depend on how. NaN logits
/// give NaN. Half precision is widened to float32 first.
///
/// @param logits    [rows, classes]
/// @param labels    [rows] int64; a row whose label is -100 counts for nothing.
/// @param smoothing in [0, 1]
/// @return the sum in the logits' type (that of half precision in float32).
/// @throws Error{Internal} when a label is none of the classes, or when a second derivative is
///   asked of the quick way.
LabelFit labelFit(const torch::Tensor& logits, const torch::Tensor& labels, double smoothing,
                  Logits after = Logits::Kept);

} // namespace core
