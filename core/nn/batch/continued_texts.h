#pragma once

#include "core/nn/batch/token_layout.h"

#include <optional>

namespace core {

/// Texts that go on behind tokens that were read before, each text with its own number of them:
/// how what was kept of those and what comes of the new ones make the whole texts.
class ContinuedTexts {
public:
    /// @param before  [texts] int64: tokens read before, 0 or more; undefined: none of any text.
    /// @param added  the tokens that come now.
    ContinuedTexts(const torch::Tensor& before, const TokenLayout& added);

    const TokenLayout& added() const { return m_added; }
    /// Of the whole texts. Made when asked for first: what is written token by token needs none.
    const TokenLayout& whole() const;
    const std::vector<int64_t>& lengths() const { return m_lengths; } ///< Of the whole texts.
    int64_t length() const { return m_length; } ///< Of the longest of them.
    /// All texts are equally long, and one token of each comes now.
    bool oneTokenEach() const { return m_even && m_added.length() == 1; }
    /// [added tokens] int64 on the device: the place of each in its whole text.
    const torch::Tensor& places() const { return m_places; }

    /// @param kept  [texts, places, features] of the tokens before, padded at the end; undefined:
    ///        there are none.
    /// @param now  [added tokens, features].
    /// @return [whole tokens, features], packed as whole() says; differentiable.
    torch::Tensor joined(const torch::Tensor& kept, const torch::Tensor& now) const;

private:
    std::vector<int64_t> m_before, m_lengths;
    int64_t m_length;
    TokenLayout m_added;
    mutable std::optional<TokenLayout> m_whole;
    torch::Tensor m_places;
    bool m_even = true; ///< All texts have as many tokens, before and now.
};

} // namespace core
