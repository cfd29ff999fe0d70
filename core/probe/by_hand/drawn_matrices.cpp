#include "core/probe/by_hand/drawn_matrices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace core {

namespace {

/// 0 to 1, both excluded.
double drawnShare(SeededNumbers& numbers)
{
    return (static_cast<double>(numbers.next() >> 11U) + 0.5) * 0x1p-53;
}

double inner(std::span<const double> v, std::span<const double> w)
{
    double sum = 0.0;
    for (size_t i = 0; i < v.size(); ++i)
        sum += v[i] * w[i];
    return sum;
}

std::span<double> row(NumberTable& matrix, int64_t index)
{
    return {&matrix.at(index, 0), static_cast<size_t>(matrix.columns)};
}

NumberTable transposed(const NumberTable& matrix)
{
    NumberTable result(matrix.columns, matrix.rows);
    for (int64_t i = 0; i < matrix.rows; ++i)
        for (int64_t j = 0; j < matrix.columns; ++j)
            result.at(j, i) = matrix.at(i, j);
    return result;
}

/// Turns two rows so that they become orthogonal. @return whether they were not yet.
bool turn(std::span<double> v, std::span<double> w)
{
    constexpr double kNone = 1e-15;
    const double a = inner(v, v), b = inner(w, w), c = inner(v, w);
    if (std::abs(c) <= kNone * std::sqrt(a * b))
        return false;
    const double zeta = (b - a) / (2.0 * c);
    const double tangent
        = (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = cosine * tangent;
    for (size_t i = 0; i < v.size(); ++i) {
        const double left = v[i], right = w[i];
        v[i] = cosine * left - sine * right;
        w[i] = sine * left + cosine * right;
    }
    return true;
}

} // namespace

double drawnNormal(SeededNumbers& numbers)
{
    const double radius = std::sqrt(-2.0 * std::log(drawnShare(numbers)));
    return radius * std::cos(2.0 * std::numbers::pi * drawnShare(numbers));
}

std::vector<double> drawnNormals(SeededNumbers& numbers, size_t count)
{
    std::vector<double> values(count);
    for (double& value : values)
        value = drawnNormal(numbers);
    return values;
}

NumberTable drawnOrthogonal(SeededNumbers& numbers, int64_t rows, int64_t columns)
{
    if (rows > columns)
        return transposed(drawnOrthogonal(numbers, columns, rows));
    NumberTable matrix(rows, columns);
    matrix.values = drawnNormals(numbers, matrix.values.size());
    for (int64_t i = 0; i < rows; ++i) {
        // Twice is enough (Kahan): the second time removes what rounding left.
        for (int time = 0; time < 2; ++time)
            for (int64_t j = 0; j < i; ++j) {
                const double along = inner(row(matrix, i), row(matrix, j));
                for (int64_t k = 0; k < columns; ++k)
                    matrix.at(i, k) -= along * matrix.at(j, k);
            }
        const double norm = normOf(row(matrix, i));
        for (double& value : row(matrix, i))
            value /= norm;
    }
    return matrix;
}

std::vector<double> singularValues(const NumberTable& matrix)
{
    constexpr int kMostSweeps = 60; // About ten are needed.
    NumberTable turned = matrix.rows > matrix.columns ? transposed(matrix) : matrix;
    bool moved = true;
    for (int sweep = 0; sweep < kMostSweeps && moved; ++sweep) {
        moved = false;
        for (int64_t i = 0; i < turned.rows; ++i)
            for (int64_t j = i + 1; j < turned.rows; ++j)
                moved = turn(row(turned, i), row(turned, j)) || moved;
    }
    std::vector<double> values;
    for (int64_t i = 0; i < turned.rows; ++i)
        values.push_back(normOf(row(turned, i)));
    std::sort(values.begin(), values.end(), std::greater<>());
    return values;
}

double normOf(std::span<const double> values)
{
    double largest = 0.0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    if (!(largest > 0.0) || !std::isfinite(largest))
        return largest;
    double sum = 0.0;
    for (const double value : values)
        sum += (value / largest) * (value / largest);
    return largest * std::sqrt(sum);
}

} // namespace core
