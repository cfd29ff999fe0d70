#pragma once

#include "core/nn/by_hand/number_table.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace core {

/// An attention layer small enough to be typed in.
struct AttentionByHand {
    NumberTable queries; ///< [queries, features]
    NumberTable keys; ///< [keys, features]
    NumberTable values; ///< [keys, value features]
    /// Each head has its own part of the features and the value features, in their order; both are
    /// multiples of this. There are no projections: the tables are already projected.
    int64_t heads = 1;
    /// The scores are divided by the square root of it; none: the features of a head; 1: no
    /// scaling.
    std::optional<double> scale;
    bool causal = false; ///< Query i attends to keys 0 ... i only.
    friend bool operator==(const AttentionByHand&, const AttentionByHand&) = default;
};

/// The results of a head, step by step.
struct AttentionHead {
    NumberTable scores; ///< [queries, keys] q kᵀ
    NumberTable scaled; ///< Divided by the root.
    NumberTable masked; ///< -infinity where a query may not attend.
    NumberTable weights; ///< Softmax of each row; all 0 if every key is masked.
    NumberTable output; ///< [queries, value features of a head] weights · values
};

/// Derivatives of one number with respect to every table.
struct AttentionGradients {
    NumberTable output; ///< [queries, value features]: the start of backward.
    std::vector<NumberTable> weights, scores; ///< [head]; scores before scaling.
    NumberTable queries, keys, values;
};

/// All steps; the heads are side by side in `output` [queries, value features].
///
///     A = softmax(mask(Q Kᵀ / √d)),  O = A V      Vaswani et al. (2017), arXiv:1706.03762, (1)
///
/// @pre the tables fit each other, are not empty and hold finite numbers; `scale` is above 0.
struct AttentionSteps {
    explicit AttentionSteps(const AttentionByHand& attention);

    std::vector<AttentionHead> heads;
    NumberTable output;
};

/// The gradients of the sum of the output, or of its number in the given row and column.
AttentionGradients attentionGradients(const AttentionByHand& attention, const AttentionSteps& steps,
                                      std::optional<std::pair<int64_t, int64_t>> cell);

} // namespace core
