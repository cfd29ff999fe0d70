#include "core/projection/principal_components.h"

#include "core/nn/kernels/vector_clones.h"
#include "core/projection/lanes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace core {

namespace {

constexpr size_t kBlockRows = 256; ///< Summed in float before they are added in double.

/// covariance[i][j] += the products of columns i and j of a block, for all j from i on.
/// @param columns  [size][kBlockRows]
UNROLL_VECTOR_CLONES
void addProducts(const float* columns, size_t size, double* covariance)
{
    constexpr size_t kAtOnce = 4;
    for (size_t i = 0; i < size; ++i)
        for (size_t j = i; j < size; j += kAtOnce) {
            const size_t count = std::min(kAtOnce, size - j);
            const float* first = columns + i * kBlockRows;
            const float* others[kAtOnce];
            for (size_t k = 0; k < kAtOnce; ++k)
                others[k] = columns + (j + std::min(k, count - 1)) * kBlockRows;
            Lanes sums[kAtOnce] = {};
            for (size_t row = 0; row < kBlockRows; row += kLanes) {
                Lanes left;
                std::memcpy(&left, first + row, sizeof left);
                for (size_t k = 0; k < kAtOnce; ++k) {
                    Lanes right;
                    std::memcpy(&right, others[k] + row, sizeof right);
                    sums[k] += left * right;
                }
            }
            for (size_t k = 0; k < count; ++k) {
                double sum = 0.0;
                for (size_t lane = 0; lane < kLanes; ++lane)
                    sum += double(sums[k][lane]);
                covariance[i * size + j + k] += sum;
            }
        }
}

std::vector<double> meanOf(const VectorsView& vectors)
{
    std::vector<double> mean(vectors.size);
    for (size_t row = 0; row < vectors.count; ++row)
        for (size_t i = 0; i < vectors.size; ++i)
            mean[i] += double(vectors.values[row * vectors.size + i]);
    for (double& each : mean)
        each /= double(std::max<size_t>(vectors.count, 1));
    return mean;
}

/// Sums of products, not divided by the number of vectors. [size * size]
std::vector<double> covarianceOf(const VectorsView& vectors, const std::vector<double>& mean)
{
    const size_t size = vectors.size;
    std::vector<double> covariance(size * size);
    std::vector<float> columns(size * kBlockRows);
    for (size_t first = 0; first < vectors.count; first += kBlockRows) {
        const size_t rows = std::min(kBlockRows, vectors.count - first);
        std::fill(columns.begin(), columns.end(), 0.0F);
        for (size_t row = 0; row < rows; ++row)
            for (size_t i = 0; i < size; ++i)
                columns[i * kBlockRows + row]
                    = float(double(vectors.values[(first + row) * size + i]) - mean[i]);
        addProducts(columns.data(), size, covariance.data());
    }
    for (size_t i = 0; i < size; ++i)
        for (size_t j = 0; j < i; ++j)
            covariance[i * size + j] = covariance[j * size + i];
    return covariance;
}

/// Makes the rows of `basis` orthogonal and of length 1; a row that depends on those before it
/// becomes zero.
void makeOrthonormal(std::vector<double>& basis, size_t rows, size_t size)
{
    for (size_t i = 0; i < rows; ++i) {
        double* row = basis.data() + i * size;
        const double before = std::sqrt(std::inner_product(row, row + size, row, 0.0));
        for (int again = 0; again < 2; ++again) // Once leaves rounding errors.
            for (size_t j = 0; j < i; ++j) {
                const double* other = basis.data() + j * size;
                const double along = std::inner_product(row, row + size, other, 0.0);
                for (size_t k = 0; k < size; ++k)
                    row[k] -= along * other[k];
            }
        const double length = std::sqrt(std::inner_product(row, row + size, row, 0.0));
        const double scale = length > 1e-12 * before && length > 0.0 ? 1.0 / length : 0.0;
        for (size_t k = 0; k < size; ++k)
            row[k] *= scale;
    }
}

/// Eigenvalues and eigenvectors (rows) of a small symmetric matrix by Jacobi's rotations, largest
/// value first.
void diagonalise(std::vector<double>& matrix, std::vector<double>& vectors, size_t size)
{
    constexpr int kMostSweeps = 50;
    vectors.assign(size * size, 0.0);
    for (size_t i = 0; i < size; ++i)
        vectors[i * size + i] = 1.0;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double off = 0.0;
        for (size_t p = 0; p < size; ++p)
            for (size_t q = p + 1; q < size; ++q) {
                const double apart = matrix[p * size + q];
                off += apart * apart;
                if (apart == 0.0)
                    continue;
                const double angle
                    = 0.5 * std::atan2(2.0 * apart, matrix[q * size + q] - matrix[p * size + p]);
                const double c = std::cos(angle), s = std::sin(angle);
                const auto rotate = [c, s](double& a, double& b) {
                    const double old = a;
                    a = c * old - s * b;
                    b = s * old + c * b;
                };
                for (size_t k = 0; k < size; ++k)
                    rotate(matrix[k * size + p], matrix[k * size + q]);
                for (size_t k = 0; k < size; ++k)
                    rotate(matrix[p * size + k], matrix[q * size + k]);
                for (size_t k = 0; k < size; ++k)
                    rotate(vectors[p * size + k], vectors[q * size + k]);
            }
        if (off == 0.0)
            break;
    }
    std::vector<size_t> order(size);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return matrix[a * size + a] > matrix[b * size + b];
    });
    std::vector<double> sorted(size * size), values(size * size);
    for (size_t i = 0; i < size; ++i) {
        std::copy_n(vectors.begin() + std::ptrdiff_t(order[i] * size), size,
                    sorted.begin() + std::ptrdiff_t(i * size));
        values[i * size + i] = matrix[order[i] * size + order[i]];
    }
    vectors = std::move(sorted);
    matrix = std::move(values);
}

/// product [rows * size] = left [rows * inner] times right [inner * size]
std::vector<double> product(const std::vector<double>& left, const std::vector<double>& right,
                            size_t rows, size_t inner, size_t size)
{
    std::vector<double> result(rows * size);
    for (size_t i = 0; i < rows; ++i)
        for (size_t k = 0; k < inner; ++k) {
            const double factor = left[i * inner + k];
            for (size_t j = 0; j < size; ++j)
                result[i * size + j] += factor * right[k * size + j];
        }
    return result;
}

/// A fixed start that no real data are orthogonal to. [rows * size]
std::vector<double> startingBasis(size_t rows, size_t size)
{
    std::vector<double> basis(rows * size);
    uint64_t state = 0x9E3779B97F4A7C15U;
    for (double& each : basis) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        each = double(state >> 33U) / double(uint64_t{1} << 31U) - 0.5;
    }
    return basis;
}

/// The first directions of a covariance and their variances.
/// @param spare  directions beside the wanted ones, which make it converge sooner.
void firstDirections(const std::vector<double>& covariance, size_t size, size_t count,
                     std::vector<double>& directions, std::vector<double>& variances)
{
    constexpr size_t kSpare = 10;
    constexpr int kMostRounds = 300;
    constexpr double kExact = 1e-12;
    const size_t rows = std::min(size, count + kSpare);
    std::vector<double> basis = startingBasis(rows, size);
    makeOrthonormal(basis, rows, size);
    variances.assign(rows, 0.0);
    for (int round = 0; round < kMostRounds; ++round) {
        std::vector<double> image = product(basis, covariance, rows, size, size);
        std::vector<double> small(rows * rows), turned;
        for (size_t i = 0; i < rows; ++i)
            for (size_t j = 0; j < rows; ++j)
                small[i * rows + j]
                    = std::inner_product(image.begin() + std::ptrdiff_t(i * size),
                                         image.begin() + std::ptrdiff_t((i + 1) * size),
                                         basis.begin() + std::ptrdiff_t(j * size), 0.0);
        for (size_t i = 0; i < rows; ++i)
            for (size_t j = 0; j < i; ++j)
                small[i * rows + j] = small[j * rows + i];
        diagonalise(small, turned, rows);
        double change = 0.0;
        for (size_t i = 0; i < rows; ++i) {
            if (i < count)
                change = std::max(change, std::abs(small[i * rows + i] - variances[i]));
            variances[i] = small[i * rows + i];
        }
        directions = product(turned, basis, rows, rows, size);
        if (rows == size || change <= kExact * std::abs(variances[0]))
            break;
        basis = product(turned, image, rows, rows, size);
        makeOrthonormal(basis, rows, size);
    }
    directions.resize(count * size);
    variances.resize(count);
}

void fixSigns(std::vector<double>& directions, size_t size)
{
    for (auto row = directions.begin(); row != directions.end(); row += std::ptrdiff_t(size)) {
        const auto largest
            = std::max_element(row, row + std::ptrdiff_t(size),
                               [](double a, double b) { return std::abs(a) < std::abs(b); });
        if (*largest < 0.0)
            std::transform(row, row + std::ptrdiff_t(size), row, std::negate<>());
    }
}

} // namespace

PrincipalComponents principalComponents(const VectorsView& vectors, size_t count)
{
    const size_t size = vectors.size;
    PrincipalComponents result;
    result.count = std::min(count, size);
    if (vectors.count == 0 || result.count == 0)
        return result;
    const std::vector<double> mean = meanOf(vectors);
    const std::vector<double> covariance = covarianceOf(vectors, mean);
    double whole = 0.0;
    for (size_t i = 0; i < size; ++i)
        whole += covariance[i * size + i];
    std::vector<double> variances;
    firstDirections(covariance, size, result.count, result.directions, variances);
    fixSigns(result.directions, size);
    for (const double each : variances)
        result.shares.push_back(whole > 0.0 ? std::max(each, 0.0) / whole : 0.0);
    result.positions.resize(vectors.count * result.count);
    for (size_t row = 0; row < vectors.count; ++row)
        for (size_t k = 0; k < result.count; ++k) {
            double along = 0.0;
            for (size_t i = 0; i < size; ++i)
                along += (double(vectors.values[row * size + i]) - mean[i])
                    * result.directions[k * size + i];
            result.positions[row * result.count + k] = float(along);
        }
    return result;
}

MapPoints mapOf(const PrincipalComponents& components)
{
    if (components.count == 0)
        return {};
    const size_t count = components.positions.size() / components.count;
    MapPoints points(2 * count);
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < std::min<size_t>(components.count, 2); ++k)
            points[2 * i + k] = components.positions[i * components.count + k];
    return points;
}

} // namespace core
