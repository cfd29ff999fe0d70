#pragma once

#include "core/nn/batch/packed_layout.h"

namespace core {

// Between the states of a recurrent layer as its callers see them, [directions, batch, size] in the
// order of the batch, and as it computes with them: by place, or among those of all tokens.

/// [directions, batch, size] with the batch's order -> by place. Undefined stays undefined.
torch::Tensor byPlace(const torch::Tensor& states, const PackedLayout& layout);

/// The other way round.
torch::Tensor byBatch(const torch::Tensor& states, const PackedLayout& layout);

/// The state after each sequence's last token, backwards after its first.
/// @param states  [tokens, directions * any], each direction's part with the state in `width` of
///                its columns, from `column` on.
/// @return [directions, batch, width] in the order of the batch.
torch::Tensor endStates(const torch::Tensor& states, const PackedLayout& layout, int64_t directions,
                        int64_t width, int64_t column = 0);

/// Adds the gradient of the end states to that of all outputs, [tokens, directions * width].
void addEndGradients(const torch::Tensor& ends, const PackedLayout& layout,
                     const torch::Tensor& into);

} // namespace core
