#pragma once

// What the sums over all tokens of the gradients of weights are made of.

#include "core/nn/kernels/recurrent_lanes.h"

#include <vector>

namespace core {

/// Tokens whose rows are laid out at a time: a panel of them fits the nearest cache.
inline constexpr int64_t kChunkTokens = 128;

/// For each token the row of the state that its step began with.
/// @param states  those of all tokens; @param first  the initial ones; @param zero  stands for
/// them where there are none.
std::vector<const float*> statesBefore(const PackedLayout& layout, Direction direction,
                                       const Lanes<const float>& states,
                                       const Lanes<const float>& first, const float* zero);

/// Rows of a chunk of the tokens, laid out as the right factor of products.
class RightFactor {
public:
    explicit RightFactor(int64_t widest)
        : m_packed(static_cast<size_t>(recurrentKernels().packedSize(kChunkTokens, widest)))
    {
    }

    void set(const float* const* rows, int64_t tokens, int64_t width)
    {
        recurrentKernels().packRows(rows, tokens, width, m_packed.data());
        m_tokens = tokens;
        m_width = width;
    }

    /// into[columns of left, width] += left^T rows, for some columns of left.
    void addProduct(ConstRows left, PlaceRange columns, float* into) const
    {
        recurrentKernels().multiplyTransposedAdd(columns.end - columns.first, m_tokens, m_width,
                                                 {left.first + columns.first, left.stride},
                                                 m_packed.data(),
                                                 {into + columns.first * m_width, m_width});
    }

private:
    std::vector<float> m_packed;
    int64_t m_tokens = 0, m_width = 0;
};

/// Which of `parts` equal parts of the rows of all gradients.
struct Part {
    int64_t part, parts;
    PlaceRange of(int64_t size) const { return {size * part / parts, size * (part + 1) / parts}; }
};

} // namespace core
