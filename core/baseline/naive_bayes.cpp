#include "core/baseline/naive_bayes.h"

#include <algorithm>
#include <cmath>

namespace core {

NaiveBayes::NaiveBayes(const SparseRows& rows, std::span<const int32_t> labels, int64_t classes,
                       double alpha)
    : m_columns(rows.columnCount)
    , m_logPriors(size_t(classes))
    , m_logLikelihoods(size_t(classes * rows.columnCount), alpha)
{
    for (int64_t row = 0; row < rows.count(); ++row) {
        const auto label = size_t(labels[size_t(row)]);
        m_logPriors[label] += 1.0;
        rows.addRow(
            row, 1.0,
            std::span(m_logLikelihoods).subspan(label * size_t(m_columns), size_t(m_columns)));
    }
    for (double& prior : m_logPriors)
        prior = std::log(prior / static_cast<double>(rows.count()));
    for (auto at = m_logLikelihoods.begin(); at != m_logLikelihoods.end(); at += m_columns) {
        double sum = 0.0;
        std::for_each(at, at + m_columns, [&](double count) { sum += count; });
        std::for_each(at, at + m_columns, [&](double& count) { count = std::log(count / sum); });
    }
}

std::span<const double> NaiveBayes::logLikelihoods(int64_t label) const
{
    return std::span(m_logLikelihoods).subspan(size_t(label * m_columns), size_t(m_columns));
}

std::vector<double> NaiveBayes::logProbabilities(const SparseRows& rows, int64_t row) const
{
    std::vector<double> logs = m_logPriors;
    for (size_t label = 0; label < logs.size(); ++label)
        logs[label] += rows.product(row, logLikelihoods(int64_t(label)));
    normaliseLogs(logs);
    return logs;
}

void normaliseLogs(std::span<double> logs)
{
    const double largest = *std::max_element(logs.begin(), logs.end());
    double sum = 0.0;
    for (const double value : logs)
        sum += std::exp(value - largest);
    for (double& value : logs)
        value -= largest + std::log(sum);
}

} // namespace core
