#pragma once

#include "core/baseline/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// Multinomial naive Bayes: given its class, every token of a text is drawn by itself,
///
///     p(c | x) ∝ p(c) Π_t p(t | c)^x_t,   p(t | c) = (N_ct + α) / (N_c + α V),
///
/// with N_ct the sum of column t over the texts of class c, N_c that of all columns and V columns.
///
/// Source: McCallum and Nigam (1998), "A comparison of event models for naive Bayes text
/// classification". As in scikit-learn's MultinomialNB (alpha=1), values need not be counts.
class NaiveBayes {
public:
    /// @param labels  the class of each row, in [0, classes).
    NaiveBayes(const SparseRows& rows, std::span<const int32_t> labels, int64_t classes,
               double alpha = 1.0);

    /// ln p(c | x), one a class. A class without texts has -infinity.
    std::vector<double> logProbabilities(const SparseRows& rows, int64_t row) const;
    /// ln p(t | c) of each column.
    std::span<const double> logLikelihoods(int64_t label) const;

private:
    int64_t m_columns;
    std::vector<double> m_logPriors; ///< [classes]
    std::vector<double> m_logLikelihoods; ///< [classes * columns]
};

/// Subtracts ln Σ exp, so that the exponentials sum to 1.
void normaliseLogs(std::span<double> logs);

} // namespace core
