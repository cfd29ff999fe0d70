#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace core {

/// A matrix whose values are mostly zero, row by row (CSR): row i holds the values
/// offsets[i] up to offsets[i + 1]. Within a row the columns rise.
struct SparseRows {
    std::vector<int64_t> offsets{0};
    std::vector<int32_t> columns;
    std::vector<double> values;
    int64_t columnCount = 0;

    int64_t count() const { return static_cast<int64_t>(offsets.size()) - 1; }
    /// Adds row `i` times `factor` to `target` [columns].
    void addRow(int64_t i, double factor, std::span<double> target) const
    {
        for (auto at = offsets[size_t(i)]; at < offsets[size_t(i) + 1]; ++at)
            target[size_t(columns[size_t(at)])] += factor * values[size_t(at)];
    }
    /// The scalar product of row `i` and `vector` [columns].
    double product(int64_t i, std::span<const double> vector) const
    {
        double sum = 0.0;
        for (auto at = offsets[size_t(i)]; at < offsets[size_t(i) + 1]; ++at)
            sum += values[size_t(at)] * vector[size_t(columns[size_t(at)])];
        return sum;
    }
};

/// The inverse document frequency of each column, smoothed:
///
///     idf(c) = ln((1 + n) / (1 + df(c))) + 1,
///
/// with n texts; df(c) texts contain c. The formula of scikit-learn's TfidfTransformer
/// (smooth_idf=True); the textbooks' idf has neither the ones nor the summand.
std::vector<double> inverseDocumentFrequencies(const SparseRows& counts);

/// Each count times its column's idf; each row is then divided by its Euclidean norm. A row of
/// zeros remains.
SparseRows tfIdf(SparseRows counts, std::span<const double> idf);

/// Bags of words: how often each token occurs in each text. Column c is the token with the id
/// c + `firstId`; tokens with smaller ids are left out.
class TokenRowCounter {
public:
    /// @param vocabulary  number of ids.
    TokenRowCounter(int64_t vocabulary, int32_t firstId);
    void add(std::span<const int32_t> ids); ///< The next row.
    SparseRows finished() { return std::move(m_rows); }

private:
    SparseRows m_rows;
    int32_t m_firstId;
    std::vector<int32_t> m_sorted;
};

} // namespace core
