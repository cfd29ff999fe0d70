#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace core {

/// A small table of numbers, row by row.
struct NumberTable {
    NumberTable() = default;
    NumberTable(int64_t rowCount, int64_t columnCount, double value = 0.0)
        : rows(rowCount)
        , columns(columnCount)
        , values(static_cast<size_t>(rowCount * columnCount), value)
    {
    }

    double& at(int64_t row, int64_t column)
    {
        return values[static_cast<size_t>(row * columns + column)];
    }
    double at(int64_t row, int64_t column) const
    {
        return values[static_cast<size_t>(row * columns + column)];
    }
    friend bool operator==(const NumberTable&, const NumberTable&) = default;

    int64_t rows = 0, columns = 0;
    std::vector<double> values;
};

/// An attention layer small enough to be typed.
struct AttentionByHand {
    NumberTable queries; ///< [queries, features]
    NumberTable keys; ///< [keys, features]
    NumberTable values; ///< [keys, value features]
    /// Each head has its own share of the features and of the value features, in their order; both
    /// are multiples of this. There are no projections: what is typed is projected already.
    int64_t heads = 1;
    /// What the scores are divided by the root of; nothing: the features of a head; 1: they are not
    /// scaled.
    std::optional<double> scale;
    bool causal = false; ///< Query i sees keys 0 ... i only.
    friend bool operator==(const AttentionByHand&, const AttentionByHand&) = default;
};

/// What a head computes, step by step.
struct AttentionHead {
    NumberTable scores; ///< [queries, keys] q kᵀ
    NumberTable scaled; ///< Divided by the root.
    NumberTable masked; ///< -infinity where a query may not look.
    NumberTable weights; ///< Softmax of each row; all 0 where nothing is left to look at.
    NumberTable output; ///< [queries, value features of a head] weights · values
};

/// Derivatives of one number by everything.
struct AttentionGradients {
    NumberTable output; ///< [queries, value features]: what they start from.
    std::vector<NumberTable> weights, scores; ///< Of each head; scores before scaling.
    NumberTable queries, keys, values;
};

/// All steps; heads side by side in `output` [queries, value features].
///
///     A = softmax(mask(Q Kᵀ / √d)),  O = A V      Vaswani et al. (2017), arXiv:1706.03762, (1)
///
/// @pre the tables fit each other, are not empty and hold finite numbers; `scale` is above 0.
struct AttentionSteps {
    explicit AttentionSteps(const AttentionByHand& attention);

    std::vector<AttentionHead> heads;
    NumberTable output;
};

/// Of the sum over the output, or of the one number of it in that row and column.
AttentionGradients attentionGradients(const AttentionByHand& attention, const AttentionSteps& steps,
                                      std::optional<std::pair<int64_t, int64_t>> cell);

} // namespace core
