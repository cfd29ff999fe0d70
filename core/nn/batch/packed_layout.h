#pragma once

#include <torch/types.h>

#include <ATen/core/ivalue.h>

#include <vector>

namespace core {

/// Which way a recurrent layer walks through its sequences.
enum class Direction { Forward, Reverse };

/// Where the tokens of a batch stand when padding is left out: time-major, the sequences sorted by
/// length (longest first, equal ones in their order). The rows of step t are the t-th tokens of
/// all sequences that are longer than t:
///
///     lengths 3 1 2  ->  a0 c0 b0 | a1 c1 | a2      batchSizes 3 2 1
///
/// So the sequences that take part in a step are always its first rows, in both directions, and
/// every product reads contiguous rows.
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

    int64_t paddedLength; ///< Of the padded form.
    std::vector<int64_t> order; ///< [place] -> row of the batch.
    std::vector<int64_t> lengths; ///< [place]
    std::vector<int64_t> batchSizes; ///< [step]
    std::vector<int64_t> offsets; ///< [step] first row; then one more: the number of tokens.
};

using PackedLayoutPtr = c10::intrusive_ptr<PackedLayout>;

/// Places of the batch that one thread walks through.
struct PlaceRange {
    int64_t first = 0;
    int64_t end = 0;
};

/// What one step means for a range of places.
struct StepRows {
    int64_t row = 0; ///< Row of the range's first place in this step.
    int64_t count = 0; ///< Places of the range that take part; those from its beginning.
    int64_t linked = 0; ///< The first of these that come from a step before; the rest just begin.
    int64_t previousRow = 0; ///< Row of the range's first place in the step before.
};

StepRows stepRows(const PackedLayout& layout, Direction direction, int64_t step, PlaceRange range);

/// Divides the places into at most `parts` ranges with about equally many tokens.
std::vector<PlaceRange> divide(const PackedLayout& layout, int64_t parts);

/// [batch, length, features] -> [tokens, features]. float32 on the CPU; differentiable.
torch::Tensor packTokens(const torch::Tensor& padded, const PackedLayoutPtr& layout);

/// [tokens, features] -> [batch, length, features], zero at padding. As packTokens.
torch::Tensor unpackTokens(const torch::Tensor& packed, const PackedLayoutPtr& layout);

} // namespace core
