#include "core/projection/repulsion.h"

#include "core/base/parallel_blocks.h"
#include "core/nn/kernels/vector_clones.h"
#include "core/projection/lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace core {

namespace {

constexpr size_t kColumns = ColumnTransform::kColumns;
constexpr size_t kNodes = 4; ///< Nodes along each side that share a point: cubic interpolation.
constexpr size_t kLongest = 2048; ///< Transform; wider maps get coarser grids.

/// The nodes that share a point along one side.
struct Stencil {
    size_t first = 0;
    std::array<float, kNodes> weights{};
};

/// @param at  in nodes from the first one.
Stencil stencilAt(float at)
{
    const float cell = std::floor(at), t = at - cell;
    const float before = t + 1.0F, after = t - 1.0F, last = t - 2.0F;
    return {size_t(cell) - 1,
            {-t * after * last / 6.0F, before * after * last / 2.0F, -before * t * last / 2.0F,
             before * t * after / 6.0F}};
}

/// Buffers of one thread for transforms of sixteen columns.
struct Buffers {
    explicit Buffers(size_t length)
        : real(length * kColumns), imaginary(length * kColumns), spare(2 * length * kColumns)
    {
    }
    std::vector<float> real, imaginary, spare;
};

/// Work on groups of sixteen columns, by several threads. @param work  void(size_t first, Buffers&)
template <class Work> void forColumns(size_t columns, size_t length, size_t threads, Work work)
{
    inBlocks(columns / kColumns, 1, threads,
             [&](const ItemBlock& block) {
                 thread_local std::unique_ptr<Buffers> buffers;
                 if (buffers == nullptr || buffers->real.size() != length * kColumns)
                     buffers = std::make_unique<Buffers>(length);
                 for (size_t i = block.first; i < block.first + block.count; ++i)
                     work(i * kColumns, *buffers);
             },
             {});
}

/// A matrix of rows into the first rows of the columns from `column` on; the rest are zero.
void load(const std::vector<float>& matrix, size_t rows, size_t width, size_t column,
          std::vector<float>& columns)
{
    for (size_t row = 0; row < rows; ++row)
        std::copy_n(matrix.data() + row * width + column, kColumns,
                    columns.data() + row * kColumns);
    std::fill(columns.begin() + std::ptrdiff_t(rows * kColumns), columns.end(), 0.0F);
}

void store(const std::vector<float>& columns, size_t rows, size_t width, size_t column,
           std::vector<float>& matrix)
{
    for (size_t row = 0; row < rows; ++row)
        std::copy_n(columns.data() + row * kColumns, kColumns,
                    matrix.data() + row * width + column);
}

/// Columns as rows from `first` on.
void storeTurned(const std::vector<float>& columns, size_t length, size_t first,
                 std::vector<float>& matrix)
{
    for (size_t row = 0; row < kColumns; ++row)
        for (size_t i = 0; i < length; ++i)
            matrix[(first + row) * length + i] = columns[i * kColumns + row];
}

void loadTurned(const std::vector<float>& matrix, size_t length, size_t first,
                std::vector<float>& columns)
{
    for (size_t row = 0; row < kColumns; ++row)
        for (size_t i = 0; i < length; ++i)
            columns[i * kColumns + row] = matrix[(first + row) * length + i];
}

/// Multiplies transformed weights by the kernels. @return the part of these columns of the sum of
/// q.
/// @param oddX, oddY  rows of the kernels at the first of the columns, `width` apart.
UNROLL_VECTOR_CLONES
double multiply(float* real, float* imaginary, size_t length, const float* even, const float* oddX,
                const float* oddY, size_t width)
{
    double sum = 0.0;
    for (size_t row = 0; row < length; ++row) {
        float* re = real + row * kColumns;
        float* im = imaginary + row * kColumns;
        const float *q = even + row * width, *x = oddX + row * width, *y = oddY + row * width;
        float energies[kColumns];
        for (size_t i = 0; i < kColumns; ++i) {
            energies[i] = (re[i] * re[i] + im[i] * im[i]) * q[i];
            const float forceX = -re[i] * y[i] - im[i] * x[i];
            im[i] = re[i] * x[i] - im[i] * y[i];
            re[i] = forceX;
        }
        for (size_t i = 0; i < kColumns; ++i)
            sum += double(energies[i]);
    }
    return sum;
}

/// The force on one point. @return the sum of q, with the pair of the point and itself.
UNROLL_VECTOR_CLONES
double repel(const float* xs, const float* ys, size_t count, float x, float y, float* force)
{
    float alongX[kLanes] = {}, alongY[kLanes] = {}, sums[kLanes] = {};
    for (size_t i = 0; i < count; i += kLanes)
        for (size_t lane = 0; lane < kLanes; ++lane) {
            const float dx = x - xs[i + lane], dy = y - ys[i + lane];
            const float q = 1.0F / (1.0F + dx * dx + dy * dy);
            sums[lane] += q;
            alongX[lane] += q * q * dx;
            alongY[lane] += q * q * dy;
        }
    double sum = 0.0;
    force[0] = force[1] = 0.0F;
    for (size_t lane = 0; lane < kLanes; ++lane) {
        sum += double(sums[lane]);
        force[0] += alongX[lane];
        force[1] += alongY[lane];
    }
    return sum;
}

} // namespace

double repulsionOfPairs(std::span<const float> points, std::span<float> forces)
{
    constexpr float kAway = 1e18F; // of points that fill up the lanes
    const size_t count = points.size() / 2, whole = (count + kLanes - 1) / kLanes * kLanes;
    std::vector<float> xs(whole, kAway), ys(whole, kAway);
    for (size_t i = 0; i < count; ++i) {
        xs[i] = points[2 * i];
        ys[i] = points[2 * i + 1];
    }
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        sum += repel(xs.data(), ys.data(), whole, xs[i], ys[i], forces.data() + 2 * i) - 1.0;
    return sum;
}

double Repulsion::add(std::span<const float> points, std::span<float> forces, size_t threads)
{
    const Box box = place(points);
    spread(points, box);
    const double pairs = convolve(box, threads);
    readOff(points, box, forces, threads);
    return std::max(pairs - double(points.size() / 2),
                    1e-12); // without those of a point and itself
}

Repulsion::Box Repulsion::place(std::span<const float> points)
{
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < points.size(); ++i) {
        low[i % 2] = std::min(low[i % 2], points[i]);
        high[i % 2] = std::max(high[i % 2], points[i]);
    }
    const double side = double(std::max(high[0] - low[0], high[1] - low[1]));
    double spacing = m_spacing;
    constexpr double kBeside = 5.0; // nodes that the outermost points share
    while (2.0 * (side / spacing + kBeside) > double(kLongest))
        spacing *= 1.25;
    const size_t length
        = ColumnTransform::lengthFrom(size_t(2.0 * std::ceil(side / spacing + kBeside)));
    if (m_kernels.transform == nullptr || m_kernels.transform->length() != length
        || m_kernels.spacing != spacing)
        makeKernels(length, spacing);
    const auto before = float(1.5 * spacing);
    return {low[0] - before, low[1] - before, float(1.0 / spacing), length / 2};
}

/// q + i q^2 x has a real transform, whose even part is that of q and whose odd part is that of
/// q^2 x.
void Repulsion::makeKernels(size_t length, double spacing)
{
    m_kernels.spacing = spacing;
    m_kernels.transform = std::make_unique<ColumnTransform>(length);
    const ColumnTransform& transform = *m_kernels.transform;
    std::vector<float> real(length * length), imaginary(length * length);
    const auto offset = [&](size_t i) {
        return (i < length / 2 ? double(i) : double(i) - double(length)) * spacing;
    };
    forColumns(length, length, 1, [&](size_t column, Buffers& buffers) {
        for (size_t row = 0; row < length; ++row)
            for (size_t i = 0; i < kColumns; ++i) {
                const double x = offset(column + i), y = offset(row);
                const double q = 1.0 / (1.0 + x * x + y * y);
                buffers.real[row * kColumns + i] = float(q);
                buffers.imaginary[row * kColumns + i]
                    = column + i == length / 2 ? 0.0F : float(q * q * x);
            }
        transform.transform(buffers.real.data(), buffers.imaginary.data(), buffers.spare.data());
        storeTurned(buffers.real, length, column, real);
        storeTurned(buffers.imaginary, length, column, imaginary);
    });
    forColumns(length, length, 1, [&](size_t column, Buffers& buffers) {
        load(real, length, length, column, buffers.real);
        load(imaginary, length, length, column, buffers.imaginary);
        transform.transform(buffers.real.data(), buffers.imaginary.data(), buffers.spare.data());
        store(buffers.real, length, length, column, real);
    });
    // Rows are frequencies along x, columns along y. The inverse divides by the number of nodes.
    const float scale = 1.0F / (float(length) * float(length));
    m_kernels.even.resize(length * length);
    m_kernels.odd.resize(2 * length * length);
    for (size_t x = 0; x < length; ++x)
        for (size_t y = 0; y < length; ++y) {
            const float here = real[x * length + y],
                        there = real[(length - x) % length * length + y];
            m_kernels.even[x * length + y] = 0.5F * scale * (here + there);
            const float odd = 0.5F * scale * (there - here);
            m_kernels.odd[x * length + y] = odd;
            m_kernels.odd[length * length + y * length + x] = odd;
        }
    m_real.assign(length / 2 * length, 0.0F);
    m_imaginary.assign(length / 2 * length, 0.0F);
    m_x.assign(length / 2 * (length / 2), 0.0F);
    m_y = m_x;
}

void Repulsion::spread(std::span<const float> points, const Box& box)
{
    m_weights.assign(box.nodes * box.nodes, 0.0F);
    for (size_t i = 0; i < points.size(); i += 2) {
        const Stencil x = stencilAt((points[i] - box.left) * box.scale);
        const Stencil y = stencilAt((points[i + 1] - box.bottom) * box.scale);
        for (size_t row = 0; row < kNodes; ++row) {
            float* to = m_weights.data() + (y.first + row) * box.nodes + x.first;
            for (size_t column = 0; column < kNodes; ++column)
                to[column] += y.weights[row] * x.weights[column];
        }
    }
}

double Repulsion::convolve(const Box& box, size_t threads)
{
    const ColumnTransform& transform = *m_kernels.transform;
    const size_t length = transform.length(), nodes = box.nodes;
    forColumns(nodes, length, threads, [&](size_t column, Buffers& buffers) {
        load(m_weights, nodes, nodes, column, buffers.real);
        std::fill(buffers.imaginary.begin(), buffers.imaginary.end(), 0.0F);
        transform.transform(buffers.real.data(), buffers.imaginary.data(), buffers.spare.data());
        storeTurned(buffers.real, length, column, m_real);
        storeTurned(buffers.imaginary, length, column, m_imaginary);
    });
    std::vector<double> sums(length / kColumns);
    forColumns(length, length, threads, [&](size_t column, Buffers& buffers) {
        load(m_real, nodes, length, column, buffers.real);
        load(m_imaginary, nodes, length, column, buffers.imaginary);
        float *real = buffers.real.data(), *imaginary = buffers.imaginary.data();
        transform.transform(real, imaginary, buffers.spare.data());
        sums[column / kColumns] = multiply(real, imaginary, length, m_kernels.even.data() + column,
                                           m_kernels.odd.data() + column,
                                           m_kernels.odd.data() + length * length + column, length);
        transform.transform(imaginary, real, buffers.spare.data());
        store(buffers.real, nodes, length, column, m_real);
        store(buffers.imaginary, nodes, length, column, m_imaginary);
    });
    forColumns(nodes, length, threads, [&](size_t column, Buffers& buffers) {
        loadTurned(m_real, length, column, buffers.real);
        loadTurned(m_imaginary, length, column, buffers.imaginary);
        transform.transform(buffers.imaginary.data(), buffers.real.data(), buffers.spare.data());
        store(buffers.real, nodes, nodes, column, m_x);
        store(buffers.imaginary, nodes, nodes, column, m_y);
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void Repulsion::readOff(std::span<const float> points, const Box& box, std::span<float> forces,
                        size_t threads) const
{
    constexpr size_t kBlock = 4096;
    inBlocks(points.size() / 2, kBlock, threads,
             [&](const ItemBlock& block) {
                 for (size_t i = 2 * block.first; i < 2 * (block.first + block.count); i += 2) {
                     const Stencil x = stencilAt((points[i] - box.left) * box.scale);
                     const Stencil y = stencilAt((points[i + 1] - box.bottom) * box.scale);
                     float alongX = 0.0F, alongY = 0.0F;
                     for (size_t row = 0; row < kNodes; ++row) {
                         const size_t at = (y.first + row) * box.nodes + x.first;
                         for (size_t column = 0; column < kNodes; ++column) {
                             const float weight = y.weights[row] * x.weights[column];
                             alongX += weight * m_x[at + column];
                             alongY += weight * m_y[at + column];
                         }
                     }
                     forces[i] = alongX;
                     forces[i + 1] = alongY;
                 }
             },
             {});
}

} // namespace core
