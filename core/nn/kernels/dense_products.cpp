#include "core/nn/kernels/dense_products.h"

#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"
#include "core/nn/threads/scratch_tasks.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kColumnsATime = 64; ///< Whole panels of every instruction set.
constexpr int64_t kInnerATime = 512; ///< Rows summed over at a time: a panel fits into a cache.
constexpr int64_t kMostInner = 1024; ///< Up to this, a second pass over the result does not pay.
constexpr int64_t kBlockRows = 12; ///< Whole blocks of every kernel.
constexpr int64_t kPartRows = 96; ///< Rows in a part of a transposed product; whole blocks.

int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

void packAll(const Factor& factor, float* packed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    runTasks(parts(factor.columns, kColumnsATime), [&](int64_t task) {
        const int64_t first = task * kColumnsATime;
        kernels.pack(factor.source + first * factor.columnStride, factor.innerStride,
                     factor.columnStride, factor.inner,
                     std::min(kColumnsATime, factor.columns - first),
                     packed + kernels.packedSize(factor.inner, first));
    });
}

constexpr int64_t kFewRows = 128; ///< Rows of a product with a factor that is used once.

/// Number of multiplications that make it worthwhile to wake a thread.
constexpr int64_t kSmallestTask = 1 << 19;

/// Number of rows for each task, so that every thread gets some, at most `most`. The results do not
/// depend on it.
/// @param multiplications  of each row.
int64_t rowsATask(int64_t rows, int64_t multiplications, int64_t most)
{
    if (rows * multiplications < 2 * kSmallestTask)
        return rows;
    const int64_t equal = parts(rows, computeThreads());
    return std::clamp(parts(equal, kBlockRows) * kBlockRows, kBlockRows, most);
}

torch::Tensor packedMemory(int64_t inner, int64_t columns)
{
    return torch::empty({recurrentKernels().packedSize(inner, columns)}, torch::kFloat32);
}

/// Columns first ... first + count - 1 of B: transposed [count, rows] = Bᵀ Aᵀ + bias.
void multiplyColumns(const Factor& b, int64_t first, int64_t count, const PackedFactor& inputs,
                     const float* bias, float* transposed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const int64_t rows = inputs.columns();
    for (int64_t column = 0; column < count; ++column)
        std::fill_n(transposed + column * rows, rows,
                    bias == nullptr ? 0.0F : bias[first + column]);
    const float* source = b.source + first * b.columnStride;
    if (b.innerStride == 1)
        kernels.multiplyAdd(count, b.inner, rows, {source, b.columnStride}, inputs.data(),
                            {transposed, rows});
    else
        kernels.multiplyTransposedAdd(count, b.inner, rows, {source, b.innerStride}, inputs.data(),
                                      {transposed, rows});
}

/// Beside so few rows the factor is the larger matrix by far: it is read as it stands and the rows
/// are laid out, Cᵀ = Bᵀ Aᵀ; parts of Cᵀ are turned round while they are in the cache.
void multiplyFewRows(int64_t rows, ConstRows a, const Factor& b, const float* bias, Rows c)
{
    constexpr int64_t kColumns = 96; ///< Whole blocks of every kernel.
    const PackedFactor inputs({a.first, 1, a.stride, b.inner, rows});
    const int64_t part = std::max<int64_t>(1, rows * b.inner * kColumns);
    const int64_t together = parts(kSmallestTask, part) * kColumns;
    const auto multiplyPart = [&](int64_t task, float* transposed) {
        const int64_t end = std::min(b.columns, (task + 1) * together);
        for (int64_t first = task * together; first < end; first += kColumns) {
            const int64_t count = std::min(kColumns, end - first);
            multiplyColumns(b, first, count, inputs, bias, transposed);
            for (int64_t row = 0; row < rows; ++row)
                for (int64_t column = 0; column < count; ++column)
                    c.first[row * c.stride + first + column] = transposed[column * rows + row];
        }
    };
    runTasksWithScratch(parts(b.columns, together), kColumns * rows, multiplyPart);
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
    const RecurrentKernels& kernels = recurrentKernels();
    const float* packed = b.data();
    const int64_t part = rowsATask(rows, b.inner() * b.columns(), kChunkRows);
    runTasks(parts(rows, part), [&](int64_t task) {
        const int64_t first = task * part;
        const int64_t count = std::min(part, rows - first);
        const ConstRows left{a.first + first * a.stride, a.stride};
        const Rows result{c.first + first * c.stride, c.stride};
        if (bias == nullptr)
            kernels.multiply(count, b.inner(), b.columns(), left, packed, result);
        else
            kernels.multiplyOnto(count, b.inner(), b.columns(), left, packed, {bias, 0}, result);
        if (after)
            after(first, count);
    });
}

void multiplyRowsOnce(int64_t rows, ConstRows a, const Factor& b, const float* bias, Rows c,
                      const RowWork& after)
{
    if (rows > kFewRows || (b.innerStride != 1 && b.columnStride != 1)) {
        multiplyRows(rows, a, PackedFactor(b), bias, c, after);
        return;
    }
    multiplyFewRows(rows, a, b, bias, c);
    if (after)
        chunkAll(rows, after);
}

void multiplyTransposed(int64_t rows, ConstRows a, int64_t aColumns, ConstRows b, int64_t bColumns,
                        float* c, float* sums)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const int64_t together = rows > kMostInner ? kInnerATime : rows;
    const torch::Tensor memory = packedMemory(together, bColumns);
    float* packed = memory.data_ptr<float>();
    if (rows == 0)
        std::fill_n(c, aColumns * bColumns, 0.0F);
    if (sums != nullptr)
        std::fill_n(sums, aColumns, 0.0F);
    for (int64_t first = 0; first < rows; first += together) {
        const int64_t inner = std::min(together, rows - first);
        packAll({b.first + first * b.stride, b.stride, 1, inner, bColumns}, packed);
        const auto multiply
            = first == 0 ? kernels.multiplyTransposed : kernels.multiplyTransposedAdd;
        const int64_t part = rowsATask(aColumns, inner * bColumns, kPartRows);
        runTasks(parts(aColumns, part), [&](int64_t task) {
            const int64_t column = task * part;
            const int64_t count = std::min(part, aColumns - column);
            const ConstRows left{a.first + first * a.stride + column, a.stride};
            multiply(count, inner, bColumns, left, packed, {c + column * bColumns, bColumns});
            if (sums != nullptr) // while these columns of A are in the cache
                kernels.addRows(inner, count, left, sums + column);
        });
    }
}

} // namespace core
