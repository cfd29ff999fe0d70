#pragma once

#include "core/nn/recurrent_kernels.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>

namespace core {

// Large products over plain float arrays, with the kernels of the recurrent engine, on all threads
// of the calling one. Sums run in the same order for any number of threads.

/// Rows of a product below which laying out a factor for it does not pay.
constexpr int64_t kFewestProductRows = 16;

/// B [inner, columns], laid out for multiplyRows; its element (k, n) is at
/// source[k * innerStride + n * columnStride].
class PackedFactor {
public:
    PackedFactor(const float* source, int64_t innerStride, int64_t columnStride, int64_t inner,
                 int64_t columns);

    int64_t inner() const { return m_inner; }
    int64_t columns() const { return m_columns; }
    const float* data() const { return m_memory.data_ptr<float>(); }

private:
    int64_t m_inner, m_columns;
    torch::Tensor m_memory;
};

/// Does something with rows of a result while they are in the cache: first row, their number.
using RowWork = std::function<void(int64_t, int64_t)>;

/// C [rows, columns] = A [rows, inner] B + one row of `bias` [columns], none when null; then
/// `after`.
void multiplyRows(int64_t rows, ConstRows a, const PackedFactor& b, const float* bias, Rows c,
                  const RowWork& after = {});

/// C [aColumns, bColumns] = Aᵀ B of A [rows, aColumns] and B [rows, bColumns].
void multiplyTransposed(int64_t rows, ConstRows a, int64_t aColumns, ConstRows b, int64_t bColumns,
                        float* c);

} // namespace core
