#include "core/nn/dense_products.h"

#include "core/nn/parallel_tasks.h"
#include "core/nn/recurrent_lanes.h"

#include <torch/torch.h>

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kColumnsATime = 64; ///< Whole panels of every instruction set.
constexpr int64_t kInnerATime = 512; ///< Rows summed over at a time: a panel of them fits a cache.
constexpr int64_t kPartRows = 96; ///< Of a transposed product; whole blocks of every kernel.

int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

void packAll(const float* source, int64_t innerStride, int64_t columnStride, int64_t inner,
             int64_t columns, float* packed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    runTasks(parts(columns, kColumnsATime), [&](int64_t task) {
        const int64_t first = task * kColumnsATime;
        kernels.pack(source + first * columnStride, innerStride, columnStride, inner,
                     std::min(kColumnsATime, columns - first),
                     packed + kernels.packedSize(inner, first));
    });
}

/// So many rows a task that every thread gets some; what a row gives does not depend on it.
int64_t rowsATask(int64_t rows, const PackedFactor& b)
{
    constexpr int64_t kBlock = 12; ///< Whole blocks of every kernel.
    constexpr int64_t kSmallest = 1 << 19; ///< Multiplications for which a thread is worth waking.
    if (rows * b.inner() * b.columns() < 2 * kSmallest)
        return rows;
    const int64_t equal = parts(rows, computeThreads());
    return std::clamp(parts(equal, kBlock) * kBlock, kBlock, kChunkRows);
}

torch::Tensor packedMemory(int64_t inner, int64_t columns)
{
    return torch::empty({recurrentKernels().packedSize(inner, columns)}, torch::kFloat32);
}

} // namespace

PackedFactor::PackedFactor(const float* source, int64_t innerStride, int64_t columnStride,
                           int64_t inner, int64_t columns)
    : m_inner(inner), m_columns(columns), m_memory(packedMemory(inner, columns))
{
    packAll(source, innerStride, columnStride, inner, columns, m_memory.data_ptr<float>());
}

void multiplyRows(int64_t rows, ConstRows a, const PackedFactor& b, const float* bias, Rows c,
                  const RowWork& after)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const float* packed = b.data();
    const int64_t part = rowsATask(rows, b);
    runTasks(parts(rows, part), [&](int64_t task) {
        const int64_t first = task * part;
        const int64_t count = std::min(part, rows - first);
        const ConstRows left{a.first + first * a.stride, a.stride};
        const Rows result{c.first + first * c.stride, c.stride};
        if (bias == nullptr) {
            kernels.multiply(count, b.inner(), b.columns(), left, packed, result);
        } else {
            for (int64_t row = 0; row < count; ++row)
                std::copy_n(bias, b.columns(), result.first + row * result.stride);
            kernels.multiplyAdd(count, b.inner(), b.columns(), left, packed, result);
        }
        if (after)
            after(first, count);
    });
}

void multiplyTransposed(int64_t rows, ConstRows a, int64_t aColumns, ConstRows b, int64_t bColumns,
                        float* c)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const torch::Tensor memory = packedMemory(std::min(kInnerATime, rows), bColumns);
    float* packed = memory.data_ptr<float>();
    std::fill_n(c, aColumns * bColumns, 0.0F);
    for (int64_t first = 0; first < rows; first += kInnerATime) {
        const int64_t inner = std::min(kInnerATime, rows - first);
        packAll(b.first + first * b.stride, b.stride, 1, inner, bColumns, packed);
        runTasks(parts(aColumns, kPartRows), [&](int64_t task) {
            const int64_t column = task * kPartRows;
            const int64_t count = std::min(kPartRows, aColumns - column);
            const ConstRows left{a.first + first * a.stride + column, a.stride};
            kernels.multiplyTransposedAdd(count, inner, bColumns, left, packed,
                                          {c + column * bColumns, bColumns});
        });
    }
}

} // namespace core
