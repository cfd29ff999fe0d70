#pragma once

#include "core/probe/texts/inspection.h"

#include <cstdint>
#include <optional>

namespace ui {

/// The way from a score to a weight in one cell of an attention map:
/// score -> mask -> exp(score - max) / sum -> weight.
struct AttentionPath {
    enum class Mask {
        None,
        Future, ///< A position behind the row's own, which is yet to be written.
        Padding ///< Not a token of this sentence.
    };
    double score = 0.0; ///< -infinity where masked.
    Mask mask = Mask::None;
    int64_t visible = 0; ///< Columns of the row that are not masked.
    double largest = 0.0; ///< Score of the row.
    double exponential = 0.0; ///< exp(score - largest).
    double sum = 0.0; ///< Of the exponentials of the row.
    double share = 0.0; ///< exponential / sum: what the softmax gives.
    double weight = 0.0; ///< What the network used.
    double rowSum = 0.0; ///< Of the weights of the row.
};

/// Empty where the map does not know its scores, and beside the map.
std::optional<AttentionPath> attentionPath(const core::AttentionMap& map, int64_t row,
                                           int64_t column);

/// True where no weight may go. False where scores are not known.
bool isMasked(const core::AttentionMap& map, size_t cell);

} // namespace ui
