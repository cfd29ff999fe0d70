#pragma once

#include "core/base/formula.h"
#include "core/nn/by_hand/attention_by_hand.h"
#include "ui/figure/table_text.h"

#include <QString>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// The steps from queries to output, in their order.
enum class AttentionStep { Scores, Scaled, Masked, Weights, Output };
inline constexpr int kAttentionSteps = 5;

/// A typed attention layer with all that is computed of it.
struct ComputedAttention {
    explicit ComputedAttention(const core::AttentionByHand& attention);
    /// Cell of the output that the gradients are of; none: of the sum.
    void setGradients(std::optional<std::pair<int64_t, int64_t>> cell);

    /// Values of a head; the output of all heads.
    const core::NumberTable& values(AttentionStep step, size_t head) const;
    /// dL/d of it. @pre setGradients() was called.
    core::NumberTable gradients(AttentionStep step, size_t head) const;
    /// The scores are divided by the root of this number.
    double divisor() const { return input.scale.value_or(static_cast<double>(features())); }
    int64_t features() const { return input.queries.columns / input.heads; } ///< In a head.

    core::AttentionByHand input;
    core::AttentionSteps steps;
    std::optional<std::pair<int64_t, int64_t>> cell;
    std::optional<core::AttentionGradients> slopes;
};

/// "Scores": what the picture of a step is called.
/// @param causal  whether keys after the query are masked.
QString stepTitle(AttentionStep step, bool causal);
const core::Formula& stepFormula(AttentionStep step);
QString rowName(AttentionStep step, int64_t row); ///< "q1"
QString columnName(AttentionStep step, int64_t column); ///< "k2", of the output "2"
QString numberText(double number); ///< "3.7266e-06", "−∞"
/// The cell's number put into its equation: "q1 · k2 = 0·0 + 10·10 + 0·0 = 100".
QString cellSentence(const ComputedAttention& computed, AttentionStep step, size_t head,
                     int64_t row, int64_t column);
/// All steps as one table: step, head, row, column, number.
void writeSteps(TableText& text, const ComputedAttention& computed);

} // namespace ui
