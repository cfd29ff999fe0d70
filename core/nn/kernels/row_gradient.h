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

/// Row `target` of a table takes part in row `source` of what is computed from it.
struct RowUse {
    int64_t target = 0;
    int64_t source = 0;
};

/// Row ids[i] is looked up as row i; the padding row 0 never takes part.
/// @param ids [sources] int64 on the CPU.
std::vector<RowUse> lookUps(const torch::Tensor& ids);

/// The derivative of a table whose rows were used: result[target] = Σ gradient[source] over uses,
/// added in their order.
///
/// Few uses of a large table give a sparse tensor with the touched rows only: clipping reads and
/// optimisers add no zeros then, which for a vocabulary of 25,000 words is most of the table.
/// LibTorch adds such gradients to each other and to dense ones.
///
/// @param gradient [sources, features] float32 on the CPU, contiguous.
/// @param rows     of the table.
/// @return [rows, features], sparse with ascending rows or dense.
torch::Tensor rowGradient(const torch::Tensor& gradient, const std::vector<RowUse>& uses,
                          int64_t rows);

/// Whether it is sparse by rows: [rows, ...] with whole rows as values.
bool hasRows(const torch::Tensor& gradient);

/// The same gradient with each touched row once, in ascending order; others as they are. Sums of
/// several sparse gradients name rows again and again.
/// @pre hasRows(gradient)
torch::Tensor orderedRows(const torch::Tensor& gradient);

/// What is stored of a gradient: all of it, or the touched rows of an ordered one. Changing it
/// changes the gradient.
torch::Tensor storedValues(const torch::Tensor& gradient);

} // namespace core
