#pragma once

#include "core/nn/batch/token_layout.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// Keys and values of the tokens that each hypothesis consists of so far: the memory of
/// self-attention while a decoder generates token by token.
class KeyValueCache {
public:
    /// @param keysValues [rows, 2 * features] of the newest token of each row.
    void append(const torch::Tensor& keysValues);
    /// Replaces row i by the former row rows[i]. @param rows [newRows] int64 on the device.
    void select(const torch::Tensor& rows);
    int64_t length() const { return m_length; } ///< Number of tokens in each row.
    /// [rows, at least length, 2 * features], contiguous; values beyond length are undefined.
    const torch::Tensor& keysValues() const { return m_keysValues; }

private:
    torch::Tensor m_keysValues;
    int64_t m_length = 0;
};

/// The encoded sentences that rows of a decoder attend to. Rows share the keys of their sentence.
struct SentenceRows {
    TokenLayout layout; ///< Layout of the sentences.
    std::vector<int64_t> sentence; ///< [row] the sentence that it attends to.
};

/// Row r attends to the first `length` tokens of row r. float32 on a CPU uses the packed loops, all
/// other types and devices plain operations. No gradients.
/// @param queries [rows, features]. @param keysValues [rows, at least length, 2 * features],
/// contiguous. @return [rows, features].
torch::Tensor cachedAttention(const torch::Tensor& queries, const torch::Tensor& keysValues,
                              int64_t length, int64_t heads);

/// Row r attends to the tokens of its sentence. Like cachedAttention.
/// @param keysValues [source tokens, 2 * features], packed by rows.layout.
/// @param meanWeights if not null, receives the mean over heads [rows, sourceLength]; zero at
/// padding.
torch::Tensor sentenceAttention(const torch::Tensor& queries, const torch::Tensor& keysValues,
                                const SentenceRows& rows, int64_t heads,
                                torch::Tensor* meanWeights);

} // namespace core
