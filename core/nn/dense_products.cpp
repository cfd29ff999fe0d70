#include "core/nn/dense_products.h"

#include "core/nn/parallel_tasks.h"
#include "core/nn/recurrent_lanes.h"

#include <torch/torch.h>

#include <algorithm>
#include <vector>

namespace core {

namespace {

constexpr int64_t kColumnsATime = 64; ///< Whole panels of every instruction set.
constexpr int64_t kInnerATime = 512; ///< Rows summed over at a time: a panel of them fits a cache.
constexpr int64_t kPartRows = 96; ///< Of a transposed product; whole blocks of every kernel.

int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

/// Columns first ... first + count - 1 of a factor.
void packColumns(const Factor& factor, int64_t first, int64_t count, float* packed)
{
    recurrentKernels().pack(factor.source + first * factor.columnStride, factor.innerStride,
                            factor.columnStride, factor.inner, count, packed);
}

void packAll(const Factor& factor, float* packed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    runTasks(parts(factor.columns, kColumnsATime), [&](int64_t task) {
        const int64_t first = task * kColumnsATime;
        packColumns(factor, first, std::min(kColumnsATime, factor.columns - first),
                    packed + kernels.packedSize(factor.inner, first));
    });
}

/// Multiplications for which a thread is worth waking.
constexpr int64_t kSmallestTask = 1 << 19;

/// So many rows a task that every thread gets some; what a row gives does not depend on it.
int64_t rowsATask(int64_t rows, const PackedFactor& b)
{
    constexpr int64_t kBlock = 12; ///< Whole blocks of every kernel.
    if (rows * b.inner() * b.columns() < 2 * kSmallestTask)
        return rows;
    const int64_t equal = parts(rows, computeThreads());
    return std::clamp(parts(equal, kBlock) * kBlock, kBlock, kChunkRows);
}

void multiplyPacked(int64_t rows, ConstRows a, int64_t inner, int64_t columns, const float* packed,
                    const float* bias, Rows c)
{
    const RecurrentKernels& kernels = recurrentKernels();
    if (bias == nullptr) {
        kernels.multiply(rows, inner, columns, a, packed, c);
        return;
    }
    for (int64_t row = 0; row < rows; ++row)
        std::copy_n(bias, columns, c.first + row * c.stride);
    kernels.multiplyAdd(rows, inner, columns, a, packed, c);
}

torch::Tensor packedMemory(int64_t inner, int64_t columns)
{
    return torch::empty({recurrentKernels().packedSize(inner, columns)}, torch::kFloat32);
}

} // namespace

PackedFactor::PackedFactor(const Factor& factor)
    : m_inner(factor.inner)
    , m_columns(factor.columns)
    , m_memory(packedMemory(factor.inner, factor.columns))
{
    packAll(factor, m_memory.data_ptr<float>());
}

void multiplyRows(int64_t rows, ConstRows a, const PackedFactor& b, const float* bias, Rows c,
                  const RowWork& after)
{
    const float* packed = b.data();
    const int64_t part = rowsATask(rows, b);
    runTasks(parts(rows, part), [&](int64_t task) {
        const int64_t first = task * part;
        const int64_t count = std::min(part, rows - first);
        multiplyPacked(count, {a.first + first * a.stride, a.stride}, b.inner(), b.columns(),
                       packed, bias, {c.first + first * c.stride, c.stride});
        if (after)
            after(first, count);
    });
}

void multiplyRowsOnce(int64_t rows, ConstRows a, const Factor& b, const float* bias, Rows c,
                      const RowWork& after)
{
    constexpr int64_t kFewRows = 256; ///< Read again for each part of the columns: half a cache.
    if (rows > kFewRows) {
        multiplyRows(rows, a, PackedFactor(b), bias, c, after);
        return;
    }
    const int64_t packedSize = recurrentKernels().packedSize(b.inner, kColumnsATime);
    const int64_t perPart = rows * b.inner * kColumnsATime;
    const int64_t together = std::max<int64_t>(1, kSmallestTask / std::max<int64_t>(1, perPart));
    const int64_t columns = together * kColumnsATime;
    runTasks(parts(b.columns, columns), [&](int64_t task) {
        thread_local std::vector<float> packed;
        packed.resize(std::max(packed.size(), static_cast<size_t>(packedSize)));
        const int64_t end = std::min(b.columns, (task + 1) * columns);
        for (int64_t first = task * columns; first < end; first += kColumnsATime) {
            const int64_t count = std::min(kColumnsATime, end - first);
            packColumns(b, first, count, packed.data());
            multiplyPacked(rows, a, b.inner, count, packed.data(),
                           bias == nullptr ? nullptr : bias + first, {c.first + first, c.stride});
        }
    });
    if (after)
        chunkAll(rows, after);
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
        packAll({b.first + first * b.stride, b.stride, 1, inner, bColumns}, packed);
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
