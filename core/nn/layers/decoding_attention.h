#pragma once

#include "core/nn/batch/token_layout.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// Keys and values of the tokens that each hypothesis has been fed so far: what self-attention
/// looks at while a decoder writes token by token.
class KeyValueCache {
public:
    /// @param keysValues [rows, 2 * features]: of the newest token of each row.
    void append(const torch::Tensor& keysValues);
    /// Row i becomes what row rows[i] was. @param rows [newRows] int64 on the device.
    void select(const torch::Tensor& rows);
    int64_t length() const { return m_length; } ///< Tokens of each row so far.
    /// [rows, at least length, 2 * features], contiguous; what stands beyond length is undefined.
    const torch::Tensor& keysValues() const { return m_keysValues; }

private:
    torch::Tensor m_keysValues;
    int64_t m_length = 0;
};

/// The encoded sentences that rows of a decoder look at. Rows share the keys of their sentence.
struct SentenceRows {
    TokenLayout layout; ///< Of the sentences.
    std::vector<int64_t> sentence; ///< [row] Which sentence it looks at.
};

/// Row r looks at the first `length` tokens of row r. float32 on a CPU takes the packed loops, all
/// else plain operations. No gradients.
/// @param queries [rows, features]. @param keysValues [rows, at least length, 2 * features],
/// contiguous. @return [rows, features].
torch::Tensor cachedAttention(const torch::Tensor& queries, const torch::Tensor& keysValues,
                              int64_t length, int64_t heads);

/// Row r looks at the tokens of its sentence. As cachedAttention.
/// @param keysValues [source tokens, 2 * features], packed as rows.layout says.
/// @param meanWeights if not null, gets the mean over heads [rows, sourceLength]; zero at padding.
torch::Tensor sentenceAttention(const torch::Tensor& queries, const torch::Tensor& keysValues,
                                const SentenceRows& rows, int64_t heads,
                                torch::Tensor* meanWeights);

} // namespace core
