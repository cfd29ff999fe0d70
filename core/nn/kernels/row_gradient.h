#pragma once

#include <torch/types.h>

#include <vector>

namespace core {

/// target += source, both [features].
inline void addRow(float* target, const float* source, int64_t features)
{
    for (int64_t f = 0; f < features; ++f)
        target[f] += source[f];
}

/// The use of row `target` of a table for row `source` of a result.
struct RowUse {
    int64_t target = 0;
    int64_t source = 0;
};

/// The uses of an embedding: row ids[i] is looked up for row i, except the padding row 0.
/// @param ids [sources] int64 on the CPU.
std::vector<RowUse> lookUps(const torch::Tensor& ids);

/// The gradient of a table from the uses of its rows: result[target] = Σ gradient[source], added
/// in the order of the uses.
///
/// Few uses of a large table give a sparse tensor with only the used rows. Clipping and optimisers
/// then skip the zeros, which are most of the table for a vocabulary of 25,000 words. LibTorch adds
/// such gradients to each other and to dense ones.
///
/// @param gradient [sources, features] float32 on the CPU, contiguous.
/// @param rows     number of rows in the table.
/// @return [rows, features], sparse with ascending rows or dense.
torch::Tensor rowGradient(const torch::Tensor& gradient, const std::vector<RowUse>& uses,
                          int64_t rows);

/// Whether the gradient is sparse by rows: [rows, ...] with whole rows as values.
bool hasRows(const torch::Tensor& gradient);

/// The same gradient with each used row once, in ascending order. Sums of several sparse gradients
/// contain rows repeatedly.
/// @pre hasRows(gradient)
torch::Tensor orderedRows(const torch::Tensor& gradient);

/// The stored values of a gradient: all of them, or the used rows of an ordered one. The tensor
/// shares its memory with the gradient.
torch::Tensor storedValues(const torch::Tensor& gradient);

} // namespace core
