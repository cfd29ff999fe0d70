#pragma once

#include "core/base/monitor.h"
#include "core/baseline/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// Logistic regression with an L2 penalty,
///
///     min_{W, b}  C Σ_i -ln p(y_i | x_i) + ½ |W|²,   p(c | x) = softmax_c(W x + b),
///
/// to the minimum; biases are not penalised. For two classes there is one weight vector, whose
/// sigmoid is the probability of the second, so that the penalty is that of scikit-learn's
/// LogisticRegression(C=1, multi_class="auto"), which the tests compare it with. There the solver
/// stops earlier unless `tol` is small.
class LogisticRegression {
public:
    /// @param labels  the class of each row, in [0, classes). @throws Error{Cancelled}.
    LogisticRegression(const SparseRows& rows, std::span<const int32_t> labels, int64_t classes,
                       const Monitor& monitor, double c = 1.0);

    /// ln p(c | x), one a class.
    std::vector<double> logProbabilities(const SparseRows& rows, int64_t row) const;

private:
    int64_t m_columns, m_classes;
    std::vector<double> m_weights; ///< [vectors * (columns + 1)]; the last of each is its bias.
};

/// Ridge regression: min_{w, b} Σ_i (w x_i + b - y_i)² + α |w|², as scikit-learn's Ridge(alpha=1).
class RidgeRegression {
public:
    /// @param numbers  y, one a row. @throws Error{Cancelled}.
    RidgeRegression(const SparseRows& rows, std::span<const double> numbers, const Monitor& monitor,
                    double alpha = 1.0);
    double predicted(const SparseRows& rows, int64_t row) const
    {
        return m_bias + rows.product(row, m_weights);
    }

private:
    std::vector<double> m_weights; ///< [columns]
    double m_bias = 0.0;
};

} // namespace core
