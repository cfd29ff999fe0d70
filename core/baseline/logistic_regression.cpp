#include "core/baseline/logistic_regression.h"

#include "core/baseline/naive_bayes.h"
#include "core/baseline/newton.h"

#include <cmath>
#include <numeric>

namespace core {

namespace {

/// Scores of a row: its products with several weight vectors that each end in a bias.
void scoresOfRow(const SparseRows& rows, int64_t row, std::span<const double> weights,
                 std::span<double> scores)
{
    const auto columns = size_t(rows.columnCount);
    for (size_t k = 0; k < scores.size(); ++k) {
        const auto own = weights.subspan(k * (columns + 1), columns + 1);
        scores[k] = rows.product(row, own) + own[columns];
    }
}

/// ln p(c | x) of scores: of one score those of two classes.
std::vector<double> logsOf(std::span<const double> scores)
{
    std::vector<double> logs(scores.begin(), scores.end());
    if (logs.size() == 1)
        logs.insert(logs.begin(), 0.0);
    normaliseLogs(logs);
    return logs;
}

/// The penalised loss, divided by C. Vector k is that of class k + `m_first`.
class PenalisedLoss : public ConvexFunction {
public:
    PenalisedLoss(const SparseRows& rows, std::span<const int32_t> labels, int64_t classes,
                  double c)
        : m_rows(rows)
        , m_labels(labels)
        , m_penalty(1.0 / c)
        , m_vectors(classes == 2 ? 1 : size_t(classes))
        , m_first(size_t(classes) - m_vectors)
        , m_width(size_t(rows.columnCount) + 1)
        , m_probabilities(size_t(rows.count()) * m_vectors)
    {
    }
    size_t size() const { return m_vectors * m_width; }

    double moveTo(std::span<const double> point, std::span<double> gradient) override
    {
        std::fill(gradient.begin(), gradient.end(), 0.0);
        double value = 0.0;
        std::vector<double> scores(m_vectors);
        for (int64_t row = 0; row < m_rows.count(); ++row) {
            scoresOfRow(m_rows, row, point, scores);
            const std::vector<double> logs = logsOf(scores);
            const auto label = size_t(m_labels[size_t(row)]);
            value -= logs[label];
            for (size_t k = 0; k < m_vectors; ++k) {
                const double p = std::exp(logs[k + m_first]);
                m_probabilities[size_t(row) * m_vectors + k] = p;
                addRow(row, k, p - (label == k + m_first ? 1.0 : 0.0), gradient);
            }
        }
        for (size_t i = 0; i < point.size(); ++i)
            if (!isBias(i)) {
                value += 0.5 * m_penalty * point[i] * point[i];
                gradient[i] += m_penalty * point[i];
            }
        return value;
    }

    void curve(std::span<const double> vector, std::span<double> result) const override
    {
        for (size_t i = 0; i < vector.size(); ++i)
            result[i] = isBias(i) ? 0.0 : m_penalty * vector[i];
        std::vector<double> scores(m_vectors);
        for (int64_t row = 0; row < m_rows.count(); ++row) {
            scoresOfRow(m_rows, row, vector, scores);
            const auto p = probabilities(row);
            const double mean = std::inner_product(p.begin(), p.end(), scores.begin(), 0.0);
            for (size_t k = 0; k < m_vectors; ++k)
                addRow(row, k, p[k] * (scores[k] - mean), result);
        }
    }

    std::vector<double> curveDiagonal() const override
    {
        // Of equal biases for all classes nothing depends: keeps the diagonal away from 0.
        constexpr double kLeast = 1e-9;
        std::vector<double> diagonal(size(), m_penalty + kLeast);
        for (int64_t row = 0; row < m_rows.count(); ++row)
            for (size_t k = 0; k < m_vectors; ++k) {
                const double p = probabilities(row)[k], weight = p * (1.0 - p);
                const auto own = std::span(diagonal).subspan(k * m_width, m_width);
                for (auto at = m_rows.offsets[size_t(row)]; at < m_rows.offsets[size_t(row) + 1];
                     ++at)
                    own[size_t(m_rows.columns[size_t(at)])]
                        += weight * m_rows.values[size_t(at)] * m_rows.values[size_t(at)];
                own[m_width - 1] += weight;
            }
        return diagonal;
    }

private:
    bool isBias(size_t i) const { return i % m_width == m_width - 1; }
    std::span<const double> probabilities(int64_t row) const
    {
        return std::span(m_probabilities).subspan(size_t(row) * m_vectors, m_vectors);
    }
    void addRow(int64_t row, size_t vector, double factor, std::span<double> target) const
    {
        const auto own = target.subspan(vector * m_width, m_width);
        m_rows.addRow(row, factor, own);
        own[m_width - 1] += factor;
    }

    const SparseRows& m_rows;
    std::span<const int32_t> m_labels;
    double m_penalty;
    size_t m_vectors, m_first, m_width;
    std::vector<double> m_probabilities; ///< [rows * vectors], where it is.
};

} // namespace

LogisticRegression::LogisticRegression(const SparseRows& rows, std::span<const int32_t> labels,
                                       int64_t classes, const Monitor& monitor, double c)
    : m_columns(rows.columnCount), m_classes(classes)
{
    PenalisedLoss loss(rows, labels, classes, c);
    constexpr double kTolerance = 1e-7;
    m_weights = minimum(loss, std::vector<double>(loss.size()), kTolerance, monitor);
}

std::vector<double> LogisticRegression::logProbabilities(const SparseRows& rows, int64_t row) const
{
    std::vector<double> scores(m_classes == 2 ? 1 : size_t(m_classes));
    scoresOfRow(rows, row, m_weights, scores);
    return logsOf(scores);
}

RidgeRegression::RidgeRegression(const SparseRows& rows, std::span<const double> numbers,
                                 const Monitor& monitor, double alpha)
{
    const auto columns = size_t(rows.columnCount);
    const auto count = static_cast<double>(rows.count());
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
    // The bias makes columns and numbers those around their means: X - 1 mᵀ, never written out.
    std::vector<double> means(columns), squares(columns), right(columns);
    for (int64_t row = 0; row < rows.count(); ++row) {
        rows.addRow(row, 1.0 / count, means);
        rows.addRow(row, numbers[size_t(row)] - mean, right);
        for (auto at = rows.offsets[size_t(row)]; at < rows.offsets[size_t(row) + 1]; ++at)
            squares[size_t(rows.columns[size_t(at)])]
                += rows.values[size_t(at)] * rows.values[size_t(at)];
    }
    for (size_t i = 0; i < columns; ++i)
        squares[i] += alpha - count * means[i] * means[i];
    const auto multiply = [&](std::span<const double> vector, std::span<double> result) {
        const double shift = std::inner_product(means.begin(), means.end(), vector.begin(), 0.0);
        for (size_t i = 0; i < columns; ++i)
            result[i] = alpha * vector[i];
        for (int64_t row = 0; row < rows.count(); ++row)
            rows.addRow(row, rows.product(row, vector) - shift, result);
    };
    constexpr double kTolerance = 1e-10;
    constexpr int64_t kMostSteps = 5000;
    m_weights = conjugateGradients(multiply, squares, right, kTolerance, kMostSteps, monitor);
    m_bias = mean - std::inner_product(means.begin(), means.end(), m_weights.begin(), 0.0);
}

} // namespace core
