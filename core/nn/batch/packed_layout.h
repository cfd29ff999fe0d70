#pragma once

#include <torch/types.h>

#include <ATen/core/ivalue.h>

#include <vector>

namespace core {

/// The direction in which a recurrent layer reads its sequences.
enum class Direction { Forward, Reverse };

/// The rows of a batch's tokens without padding: time-major, with the sequences sorted by length
/// (longest first, equal ones in their order). The rows of step t are the t-th tokens of all
/// sequences longer than t:
///
///     lengths 3 1 2  ->  a0 c0 b0 | a1 c1 | a2      batchSizes 3 2 1
///
/// The sequences of a step are therefore always its first rows, in both directions, and every
/// product reads contiguous rows.
struct PackedLayout : torch::CustomClassHolder {
    /// @param lengths  [batch] int64 on the CPU
    /// @throws Error{Internal} for lengths outside 1 ... paddedLength.
    PackedLayout(const torch::Tensor& lengths, int64_t paddedLength);

    int64_t batch() const { return static_cast<int64_t>(order.size()); }
    int64_t steps() const { return static_cast<int64_t>(batchSizes.size()); }
    int64_t tokens() const { return offsets.back(); }
    /// Row of the t-th token of the sequence at a place.
    int64_t row(int64_t step, int64_t place) const
    {
        return offsets[static_cast<size_t>(step)] + place;
    }

    /// [tokens] int64 on the CPU: tokenMark() of each row.
    torch::Tensor marks() const;

    int64_t paddedLength; ///< Length of the padded form.
    std::vector<int64_t> order; ///< [place] -> row of the batch.
    std::vector<int64_t> lengths; ///< [place]
    std::vector<int64_t> batchSizes; ///< [step]
    std::vector<int64_t> offsets; ///< [step] first row; then one more: the number of tokens.
};

using PackedLayoutPtr = c10::intrusive_ptr<PackedLayout>;

/// Places of the batch that one thread processes.
struct PlaceRange {
    int64_t first = 0;
    int64_t end = 0;
};

/// The rows of one step for a range of places.
struct StepRows {
    int64_t row = 0; ///< Row of the range's first place in this step.
    int64_t count = 0; ///< Places of the range in this step, from its first one on.
    int64_t linked = 0; ///< How many of them continue the previous step; the rest begin.
    int64_t previousRow = 0; ///< Row of the range's first place in the previous step.
};

StepRows stepRows(const PackedLayout& layout, Direction direction, int64_t step, PlaceRange range);

/// Divides the places into at most `parts` ranges with about equally many tokens.
std::vector<PlaceRange> divide(const PackedLayout& layout, int64_t parts);

/// [batch, length, features] -> [tokens, features]. float32 on the CPU; differentiable.
torch::Tensor packTokens(const torch::Tensor& padded, const PackedLayoutPtr& layout);

/// [tokens, features] -> [batch, length, features], zero at padding. As packTokens.
torch::Tensor unpackTokens(const torch::Tensor& packed, const PackedLayoutPtr& layout);

} // namespace core
