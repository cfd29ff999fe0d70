#pragma once

#include "core/base/seeded_numbers.h"
#include "core/nn/by_hand/number_table.h"

#include <span>
#include <vector>

namespace core {

/// Normally distributed with mean 0 and variance 1 (Box and Muller, 1958).
double drawnNormal(SeededNumbers& numbers);

std::vector<double> drawnNormals(SeededNumbers& numbers, size_t count);

/// Rows are orthonormal, or columns if there are more rows than columns: all singular values are 1.
NumberTable drawnOrthogonal(SeededNumbers& numbers, int64_t rows, int64_t columns);

/// The singular values, largest first, by one-sided Jacobi rotations (Hestenes, 1958).
std::vector<double> singularValues(const NumberTable& matrix);

/// The Euclidean norm; squares of large numbers do not overflow.
double normOf(std::span<const double> values);

} // namespace core
