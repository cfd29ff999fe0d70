#pragma once

#include "core/nn/kernels/recurrent_kernels.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>

namespace core {

// Large products over plain float arrays, with the kernels of the recurrent engine, on all threads
// of the calling one. Sums run in the same order for any number of threads.

/// Rows of a product below which laying out a factor for it does not pay.
constexpr int64_t kFewestProductRows = 16;

/// B [inner, columns] as it stands in memory: its element (k, n) is at
/// source[k * innerStride + n * columnStride].
struct Factor {
    const float* source = nullptr;
    int64_t innerStride = 0, columnStride = 0;
    int64_t inner = 0, columns = 0;
};

/// A factor laid out for multiplyRows.
class PackedFactor {
public:
    explicit PackedFactor(const Factor& factor);

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

/// The same to the bit with a factor that is used this once. Beside few rows, as decoding has them,
/// laying out the factor takes as long as the product; then the rows are laid out instead.
void multiplyRowsOnce(int64_t rows, ConstRows a, const Factor& b, const float* bias, Rows c,
                      const RowWork& after = {});

/// C [aColumns, bColumns] = Aᵀ B of A [rows, aColumns] and B [rows, bColumns]; unless null, `sums`
/// [aColumns] takes those of the columns of A.
void multiplyTransposed(int64_t rows, ConstRows a, int64_t aColumns, ConstRows b, int64_t bColumns,
                        float* c, float* sums = nullptr);

} // namespace core
