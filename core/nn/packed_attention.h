#pragma once

#include "core/nn/token_layout.h"

namespace core {

/// Self-attention of each text over its own tokens, for float32 on a CPU: no padding is computed,
/// and the weights are kept once for backward (their dropout mask is drawn again from its key).
///
/// @param projected [tokens, 3 * features]: queries, keys and values side by side, heads in order.
/// @return [tokens, features].
torch::Tensor packedSelfAttention(const torch::Tensor& projected, const TokenLayout& layout,
                                  int64_t heads, double dropout);

} // namespace core
