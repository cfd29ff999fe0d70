#pragma once

#include "core/base/monitor.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace core {

/// A language model of n-gram counts: interpolated modified Kneser-Ney,
///
///     p_k(w | h) = max(c(hw) - D_k(c(hw)), 0) / Σ_w c(hw) + γ(h) p_{k-1}(w | h'),
///
/// where h' is h without its first token and γ(h) makes all sum to 1. For the longest n-grams c is
/// how often they occur; of shorter ones before how many different tokens they occur. D_k is one of
/// three discounts, for c = 1, 2 and more, from the numbers of n-grams with c = 1, 2, 3, 4. p_0 is
/// the same for all tokens that can be predicted. Behind a context that was never seen, p_{k-1}
/// alone decides.
///
/// Source: Chen and Goodman (1999), "An empirical study of smoothing techniques for language
/// modeling", section 4.1.6, equations 26 to 28. Where a text is so small that one of these numbers
/// is 0, all three discounts are n1 / (n1 + 2 n2), at most 0.75 (plain Kneser-Ney).
class KneserNey {
public:
    /// @param order  n. @param outcomes  number of tokens that can be predicted.
    KneserNey(int64_t order, int64_t outcomes);

    /// Counts a sequence; before its first token stand n - 1 times `begin`.
    /// @throws Error{Cancelled}.
    void count(std::span<const int32_t> ids, int32_t begin, const Monitor& monitor);
    /// Computes discounts and sums. Nothing is counted afterwards.
    void finish();

    /// -ln p of each token of a sequence, likewise. @pre finish() was called.
    std::vector<double> nats(std::span<const int32_t> ids, int32_t begin) const;
    /// The discounts for counts of 1, 2 and more of n-grams of this length.
    const std::array<double, 3>& discounts(int64_t length) const
    {
        return m_discounts[size_t(length)];
    }

private:
    /// An n-gram: its context and a token more. Node 0 is the empty one.
    struct Node {
        uint32_t parent = 0;
        uint8_t length = 0;
        bool seen = false; ///< Not only the beginning of another one.
        uint32_t count = 0; ///< c
        uint32_t sum = 0; ///< The sum of the counts of the n-grams that continue it,
        std::array<uint32_t, 3> continued{}; ///< and how many of them have c = 1, 2 and more.
    };
    static constexpr uint32_t kNone = UINT32_MAX;

    uint32_t find(uint32_t parent, int32_t token) const;
    uint32_t findOrAdd(uint32_t parent, int32_t token);
    /// The n-grams before the first token, by length.
    std::vector<uint32_t> beginning(int32_t begin) const;
    double probability(const std::vector<uint32_t>& contexts, int32_t token) const;

    size_t m_order;
    double m_uniform;
    std::vector<Node> m_nodes{1};
    std::unordered_map<uint64_t, uint32_t> m_children; ///< By parent and token.
    std::vector<std::array<double, 3>> m_discounts; ///< By length.
};

} // namespace core
