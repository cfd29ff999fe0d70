#include "ui/gradients/layer_gradients.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

double rootMean(double sum, int64_t count)
{
    return count > 0 ? std::sqrt(sum / double(count)) : 0.0;
}

} // namespace

double LayerGradients::Column::normBefore() const
{
    return rootMean(before, updates);
}

double LayerGradients::Column::normAfter() const
{
    return rootMean(after, updates);
}

double LayerGradients::Column::norm(size_t layer) const
{
    return layer < layers.size() ? rootMean(layers[layer], updates) : 0.0;
}

void LayerGradients::follow(const RunCurves& run)
{
    if (run.revision() != m_revision) {
        *this = {};
        m_revision = run.revision();
        m_layers = run.layers();
    }
    for (; m_taken < run.size(); ++m_taken)
        append(run.update(m_taken));
}

void LayerGradients::append(const core::UpdateReport& update)
{
    if (!std::isfinite(update.gradientNorm))
        return;
    if (m_columns.empty() || m_columns.back().updates >= m_each) {
        if (m_columns.size() >= kMostColumns)
            halve();
        if (m_columns.empty() || m_columns.back().updates >= m_each)
            m_columns.emplace_back().first = update.step;
    }
    Column& column = m_columns.back();
    column.last = update.step;
    ++column.updates;
    const double after = std::isnan(update.clippedNorm) ? update.gradientNorm : update.clippedNorm;
    column.before += update.gradientNorm * update.gradientNorm;
    column.after += after * after;
    if (update.clipped) {
        ++column.clipped;
        m_factors += update.gradientNorm > 0.0 ? after / update.gradientNorm : 1.0;
    }
    column.layers.resize(std::max(column.layers.size(), update.layerNorms.size()));
    for (size_t layer = 0; layer < update.layerNorms.size(); ++layer)
        column.layers[layer] += double(update.layerNorms[layer]) * double(update.layerNorms[layer]);
}

void LayerGradients::halve()
{
    std::vector<Column> half;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (i % 2 == 0) {
            half.push_back(std::move(m_columns[i]));
            continue;
        }
        Column& into = half.back();
        const Column& from = m_columns[i];
        into.last = from.last;
        into.updates += from.updates;
        into.clipped += from.clipped;
        into.before += from.before;
        into.after += from.after;
        into.layers.resize(std::max(into.layers.size(), from.layers.size()));
        for (size_t layer = 0; layer < from.layers.size(); ++layer)
            into.layers[layer] += from.layers[layer];
    }
    m_columns = std::move(half);
    m_each *= 2;
}

int64_t LayerGradients::updates() const
{
    int64_t sum = 0;
    for (const Column& column : m_columns)
        sum += column.updates;
    return sum;
}

int64_t LayerGradients::clipped() const
{
    int64_t sum = 0;
    for (const Column& column : m_columns)
        sum += column.clipped;
    return sum;
}

double LayerGradients::meanFactor() const
{
    const int64_t count = clipped();
    return count > 0 ? m_factors / double(count) : 1.0;
}

} // namespace ui
