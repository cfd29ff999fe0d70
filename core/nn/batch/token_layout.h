#pragma once

#include "core/nn/batch/sequence_batch.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// The rows of `flat`, each at most once: differentiable without adding anything up.
/// @param flat [count, ...]  @param rows [n] int64  @return [n, ...]
torch::Tensor differentRows(const torch::Tensor& flat, const torch::Tensor& rows);

/// Rows of a padded batch [batch * length]: those of each text from its last token to its first,
/// padding where it was; and the row of each text's last token.
struct TurnedRows {
    /// @param lengths  [batch] int64 on the CPU.
    TurnedRows(const torch::Tensor& lengths, int64_t length, torch::Device device);

    torch::Tensor turned, last; ///< [batch * length], [batch] int64
    torch::Tensor real; ///< [batch, length, 1] bool
};

/// Each text from its last token to its first. @param values [batch, length, ...]
torch::Tensor turnedRound(const torch::Tensor& values, const TurnedRows& rows);

/// The positions of the real tokens in a padded batch. Layers that process each token separately
/// use the packed form [tokens, ...], all texts in a row without padding: no time is spent on
/// padding, and padding cannot leak into a result.
class TokenLayout {
public:
    /// @throws core::Error{Internal} when a length is not in 1 ... length of the padded batch.
    explicit TokenLayout(const SequenceBatch& batch);

    int64_t batch() const { return static_cast<int64_t>(m_lengths.size()); }
    int64_t length() const { return m_length; } ///< Length of the padded batch.
    int64_t tokens() const { return m_offsets.back(); } ///< Real tokens of all texts.
    const std::vector<int64_t>& lengths() const { return m_lengths; }
    /// [batch + 1]: text b is rows offsets[b] ... offsets[b + 1] of the packed form.
    const std::vector<int64_t>& offsets() const { return m_offsets; }
    /// [tokens] int64 on the device: b * length + t of each real token.
    const torch::Tensor& rows() const { return m_rows; }
    /// [tokens] int64 on the device: t, the position of each token in its text.
    const torch::Tensor& places() const { return m_places; }
    /// [tokens] int64 on the CPU: tokenMark() of each token; computed on the first call.
    const torch::Tensor& marks() const;
    /// [batch, length] bool on the device: true = real token.
    const torch::Tensor& mask() const { return m_mask; }

    /// [batch, length, ...] -> [tokens, ...]; differentiable.
    torch::Tensor pack(const torch::Tensor& padded) const;
    /// [tokens, ...] -> [batch, length, ...], zero at padding; differentiable.
    torch::Tensor unpack(const torch::Tensor& packed) const;

private:
    int64_t m_length = 0;
    std::vector<int64_t> m_lengths;
    std::vector<int64_t> m_offsets;
    torch::Tensor m_rows;
    torch::Tensor m_places;
    torch::Tensor m_mask;
    mutable torch::Tensor m_marks;
};

} // namespace core
