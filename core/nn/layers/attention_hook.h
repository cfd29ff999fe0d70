#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

// Attention weights that are seen, and perhaps changed, while a network computes. Evaluation only:
// whoever is given no hook computes as ever, by the fused loops.

namespace core {

/// Which of a network's attentions it is, and what of it is seen.
struct AttentionPlace {
    const char* group = "encoder"; ///< "encoder", "decoder", "cross", "pooling".
    int64_t layer = 0;
    int64_t firstQuery = 0; ///< Number in its text of the first query.
    std::vector<int64_t> rows{}; ///< [seen texts] their rows of the batch; empty: all, in order.
};

/// Sees the weights [texts, heads, queries, keys] of an attention, whose rows sum to 1, and returns
/// those to compute on with.
/// @param allowed  bool, broadcast to the weights: true = may be looked at.
using AttentionHook = std::function<torch::Tensor(
    const AttentionPlace& place, const torch::Tensor& weights, const torch::Tensor& allowed)>;

/// An AttentionHook of one attention.
using WeightsHook
    = std::function<torch::Tensor(const torch::Tensor& weights, const torch::Tensor& allowed)>;

/// `hook` at `place`; none where there is none.
inline WeightsHook hookAt(const AttentionHook& hook, AttentionPlace place)
{
    if (!hook)
        return {};
    return [&hook, place = std::move(place)](const torch::Tensor& weights,
                                             const torch::Tensor& allowed) {
        return hook(place, weights, allowed);
    };
}

} // namespace core
