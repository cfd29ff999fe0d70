#include "ui/gradients/training_gradients.h"

#include "ui/figure/figure.h"
#include "ui/gradients/flow_plot.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

#include <QLabel>

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

TrainingGradients::TrainingGradients(QWidget* parent)
    : QWidget(parent)
    , m_said(named(makeLabel({}, LabelRole::Plain), "clippingLabel"))
    , m_scale(new ColourScale)
    , m_map(new HeatMap)
    , m_norms(new FlowPlot(QStringLiteral("clippingPlot")))
{
    named(m_map, "layerGradientMap", tr("Gradient norm of each layer over the training"));
    m_map->setMinimumSize(120, 80);
    m_map->setDescriber([this](int row, int place) {
        const LayerGradients::Column& updates = m_gradients.columns()[size_t(place)];
        return tr("%1, updates %2 to %3: gradient norm %4")
            .arg(QString::fromStdString(m_gradients.layers()[size_t(row)]), count(updates.first),
                 count(updates.last), value(updates.norm(size_t(row))));
    });
    makeColumn(this,
               {makeRow(nullptr, {{m_said, 1}, m_scale}),
                {makeRow(nullptr, {{m_map, 3}, {m_norms, 2}}, kGrid), 1}},
               4);
}

void TrainingGradients::setGradients(const LayerGradients& gradients)
{
    m_gradients = gradients;
    showMap();
    showNorms();
    m_said->setText(words());
}

void TrainingGradients::showMap()
{
    const auto& columns = m_gradients.columns();
    const size_t layers = m_gradients.layers().size();
    double lowest = 0.0, highest = 0.0;
    for (const auto& column : columns)
        for (size_t layer = 0; layer < layers; ++layer)
            if (const double norm = column.norm(layer); norm > 0.0) {
                lowest = lowest == 0.0 ? norm : std::min(lowest, norm);
                highest = std::max(highest, norm);
            }
    const double top = highest > 0.0 ? std::ceil(std::log10(highest)) : 0.0;
    m_lowest = lowest > 0.0 ? std::max(std::floor(std::log10(lowest)), top - 8.0) : top - 4.0;
    HeatMapContent content;
    content.rows = layers > 0 ? int(layers) : 0;
    content.columns = int(columns.size());
    content.dense = content.thinColumns = true;
    content.high = std::max(top - m_lowest, 1.0);
    content.columnTitle = tr("update");
    content.rowMark = [names = m_gradients.layers()](int layer) {
        return Mark{Mark::Kind::Layer, -1, QString::fromStdString(names[size_t(layer)])};
    };
    for (const auto& column : columns)
        content.columnLabels << count(column.first);
    for (size_t layer = 0; layer < layers; ++layer) {
        content.rowLabels << QString::fromStdString(m_gradients.layers()[layer]);
        for (const auto& column : columns) {
            const double norm = column.norm(layer);
            content.values.push_back(norm > 0.0 ? float(std::max(std::log10(norm) - m_lowest, 0.0))
                                                : 0.0F);
        }
    }
    m_map->setContent(std::move(content));
    m_scale->setScale(std::max(top - m_lowest, 1.0),
                      tr("powers of ten above 1e%1").arg(int(m_lowest)));
}

void TrainingGradients::showNorms()
{
    std::vector<FlowPlot::Line> lines{{tr("before clipping"), 0, false, {}},
                                      {tr("after"), 1, true, {}}};
    for (const auto& column : m_gradients.columns()) {
        const double middle = 0.5 * double(column.first + column.last);
        lines[0].values.push_back(column.normBefore());
        lines[0].places.push_back(middle);
        lines[1].values.push_back(column.normAfter());
        lines[1].places.push_back(middle);
    }
    m_norms->setLines(std::move(lines), {}, tr("update"), tr("gradient norm"));
}

QString TrainingGradients::words() const
{
    const int64_t updates = m_gradients.updates(), clipped = m_gradients.clipped();
    if (updates == 0)
        return tr("The gradient norm of each layer over the training appears here.");
    if (m_gradients.layers().empty())
        return tr("This run has no gradient norms of single layers, because it was trained with an "
                  "earlier version.");
    if (clipped == 0)
        return filled(tr("Gradient norm of each layer over %1 {update|updates}; no gradient was "
                         "clipped."),
                      {count(updates)});
    return filled(tr("Gradient norm of each layer over %1 {update|updates}; %2 of them were "
                     "clipped, on average to %3 of their norm."),
                  {count(updates), percent(double(clipped) / double(updates)),
                   percent(m_gradients.meanFactor())});
}

std::vector<Figure> TrainingGradients::figures() const
{
    return {{.title = tr("Gradient norm of each layer"),
             .name = QStringLiteral("layer_gradients"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .table =
                 [this](TableText& table) {
                     table.row("first_update", "last_update", "layer", "gradient_norm");
                     for (const auto& column : m_gradients.columns())
                         for (size_t layer = 0; layer < m_gradients.layers().size(); ++layer)
                             table.row(column.first, column.last, m_gradients.layers()[layer],
                                       column.norm(layer));
                 },
             .words = [this] { return words(); }},
            figureOf(*m_norms, tr("Clipping"), QStringLiteral("clipping"))};
}

} // namespace ui
