#pragma once

#include "core/nn/batch/token_layout.h"

#include <optional>

namespace core {

/// Texts that continue after tokens read before; the number of these differs from text to text.
/// Joins the stored values of the earlier tokens with those of the new ones.
class ContinuedTexts {
public:
    /// @param before  [texts] int64: number of tokens read before, 0 or more; undefined: none.
    /// @param added  the new tokens.
    ContinuedTexts(const torch::Tensor& before, const TokenLayout& added);

    const TokenLayout& added() const { return m_added; }
    /// The layout of the whole texts, made on the first call: generation token by token needs none.
    const TokenLayout& whole() const;
    /// The lengths of the whole texts, and the longest of them.
    const std::vector<int64_t>& lengths() const { return m_lengths; }
    int64_t length() const { return m_length; }
    /// Whether all texts are equally long and each has one new token.
    bool oneTokenEach() const { return m_even && m_added.length() == 1; }
    /// [added tokens] int64 on the device: the position of each in its whole text.
    const torch::Tensor& places() const { return m_places; }

    /// @param kept  [texts, positions, features] of the earlier tokens, padded at the end;
    ///        undefined: none.
    /// @param now  [added tokens, features].
    /// @return [whole tokens, features], packed by whole(); differentiable.
    torch::Tensor joined(const torch::Tensor& kept, const torch::Tensor& now) const;

private:
    std::vector<int64_t> m_before, m_lengths;
    int64_t m_length;
    TokenLayout m_added;
    mutable std::optional<TokenLayout> m_whole;
    torch::Tensor m_places;
    bool m_even = true; ///< All texts have equally many earlier and new tokens.
};

} // namespace core
