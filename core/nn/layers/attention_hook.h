#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

// Attention that is seen, and perhaps changed, while a network computes. Evaluation only: whoever
// is given no hook computes as ever, by the fused loops.

namespace core {

/// Which of a network's attentions it is, and what of it is seen.
struct AttentionPlace {
    const char* group = "encoder"; ///< "encoder", "decoder", "cross", "pooling".
    int64_t layer = 0;
    int64_t firstQuery = 0; ///< Number in its text of the first query.
    std::vector<int64_t> rows{}; ///< [seen texts] their rows of the batch; empty: all, in order.
};

/// Queries, keys and values of all heads: the score of a query and a key is their product.
struct AttentionOperands {
    torch::Tensor queries; ///< [texts, heads, queries, features of a head]
    torch::Tensor keys; ///< [texts, heads, keys, features of a head]
    torch::Tensor values; ///< [texts, heads, keys, value features]
    /// The scores are divided by its square root; 1 where the queries are scaled already.
    int64_t scale = 1;
};

/// Changes the attentions of a network; a function that is empty does nothing.
struct AttentionHook {
    /// Sees the weights [texts, heads, queries, keys], whose rows sum to 1, and returns those to
    /// compute on with.
    /// @param allowed  bool, broadcast to the weights: true = may be attended to.
    std::function<torch::Tensor(const AttentionPlace& place, const torch::Tensor& weights,
                                const torch::Tensor& allowed)>
        weights{};
    /// Sees what the weights are computed from and may replace it. Not called where a score is no
    /// product (additive attention, pooling).
    std::function<void(const AttentionPlace& place, AttentionOperands& operands)> operands{};

    explicit operator bool() const { return weights || operands; }
};

/// An AttentionHook of one attention.
struct WeightsHook {
    std::function<torch::Tensor(const torch::Tensor& weights, const torch::Tensor& allowed)>
        weights{};
    std::function<void(AttentionOperands& operands)> operands{};

    explicit operator bool() const { return weights || operands; }
};

/// `hook` at `place`; none where there is none. `hook` must outlive the result.
inline WeightsHook hookAt(const AttentionHook& hook, const AttentionPlace& place)
{
    WeightsHook at;
    if (hook.weights)
        at.weights = [&hook, place](const torch::Tensor& weights, const torch::Tensor& allowed) {
            return hook.weights(place, weights, allowed);
        };
    if (hook.operands)
        at.operands
            = [&hook, place](AttentionOperands& operands) { hook.operands(place, operands); };
    return at;
}

} // namespace core
