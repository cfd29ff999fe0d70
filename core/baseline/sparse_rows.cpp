#include "core/baseline/sparse_rows.h"

#include <algorithm>
#include <cmath>

namespace core {

TokenRowCounter::TokenRowCounter(int64_t vocabulary, int32_t firstId) : m_firstId(firstId)
{
    m_rows.columnCount = std::max<int64_t>(vocabulary - firstId, 0);
}

void TokenRowCounter::add(std::span<const int32_t> ids)
{
    m_sorted.assign(ids.begin(), ids.end());
    std::sort(m_sorted.begin(), m_sorted.end());
    const auto begin = m_rows.columns.size();
    for (const int32_t id : m_sorted) {
        if (id < m_firstId)
            continue;
        const int32_t column = id - m_firstId;
        if (m_rows.columns.size() == begin || m_rows.columns.back() != column) {
            m_rows.columns.push_back(column);
            m_rows.values.push_back(0.0);
        }
        m_rows.values.back() += 1.0;
    }
    m_rows.offsets.push_back(static_cast<int64_t>(m_rows.columns.size()));
}

std::vector<double> inverseDocumentFrequencies(const SparseRows& counts)
{
    std::vector<double> idf(size_t(counts.columnCount), 1.0);
    for (const int32_t column : counts.columns)
        idf[size_t(column)] += 1.0;
    const auto texts = static_cast<double>(counts.count()) + 1.0;
    for (double& value : idf)
        value = std::log(texts / value) + 1.0;
    return idf;
}

SparseRows tfIdf(SparseRows counts, std::span<const double> idf)
{
    for (size_t i = 0; i + 1 < counts.offsets.size(); ++i) {
        const auto first = size_t(counts.offsets[i]), end = size_t(counts.offsets[i + 1]);
        double squares = 0.0;
        for (size_t at = first; at < end; ++at) {
            counts.values[at] *= idf[size_t(counts.columns[at])];
            squares += counts.values[at] * counts.values[at];
        }
        if (squares > 0.0)
            for (size_t at = first; at < end; ++at)
                counts.values[at] /= std::sqrt(squares);
    }
    return counts;
}

} // namespace core
