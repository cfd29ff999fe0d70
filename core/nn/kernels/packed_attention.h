#pragma once

#include "core/nn/batch/token_layout.h"
#include "core/nn/kernels/attention_sweep.h"

namespace core {

struct PackedAttentionOptions {
    int64_t heads = 1;
    double dropout = 0.0; ///< Dropout of the weights.
    Sight sight = Sight::All;
};

/// Self-attention of packed texts for float32 on a CPU. Nothing is computed for padding, and the
/// weights are stored once for backward (their dropout mask is computed again from its key).
/// MultiHeadAttention::open is the plain form.
///
/// Each text attends to its own tokens.
/// @param projected [tokens, 3 * features]: queries, keys and values side by side, heads in order.
/// @return [tokens, features].
torch::Tensor packedSelfAttention(const torch::Tensor& projected, const TokenLayout& layout,
                                  const PackedAttentionOptions& options);

/// Text b of the queries attends to text b of the keys.
/// @param queries [query tokens, features], packed by `queryLayout`.
/// @param keysValues [key tokens, 2 * features]: keys and values side by side.
/// @return [query tokens, features].
torch::Tensor packedCrossAttention(const torch::Tensor& queries, const TokenLayout& queryLayout,
                                   const torch::Tensor& keysValues, const TokenLayout& keyLayout,
                                   const PackedAttentionOptions& options);

} // namespace core
