#include "ui/gradients/training_gradients.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/gradients/flow_plot.h"
#include "ui/gradients/quantity_texts.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>
#include <cmath>

namespace ui {

using core::LayerQuantity;

namespace {

constexpr size_t kMostPlaceLines = 8;

/// At most kMostPlaceLines of `count` places, evenly spaced, with the first and the last.
std::vector<size_t> drawnPlaces(size_t count)
{
    const size_t lines = std::min(count, kMostPlaceLines);
    std::vector<size_t> places;
    for (size_t i = 0; i < lines; ++i)
        places.push_back(lines < 2 ? 0 : i * (count - 1) / (lines - 1));
    return places;
}

} // namespace

void FollowedLayers::follow(const RunCurves& run)
{
    if (run.revision() != m_revision) {
        *this = {};
        m_revision = run.revision();
        m_series = core::LayerSeries(run.layers());
    }
    for (; m_taken < run.size(); ++m_taken)
        m_series.append(run.update(m_taken).measures());
}

TrainingGradients::TrainingGradients(QWidget* parent)
    : QWidget(parent)
    , m_quantity(new QuietComboBox)
    , m_said(named(makeLabel({}, LabelRole::Plain), "clippingLabel"))
    , m_scale(new ColourScale)
    , m_map(new HeatMap)
    , m_norms(new FlowPlot(QStringLiteral("clippingPlot")))
{
    named(m_quantity, "layerQuantityBox", tr("Quantity over the training"), quantityHelp());
    m_quantity->setMinimumContentsLength(14);
    fillQuantities();
    named(m_map, "layerGradientMap", tr("Gradient norm of each layer over the training"));
    m_map->setMinimumSize(120, 80);
    m_map->setDescriber([this](int row, int place) {
        const core::LayerSeries::Column& updates = m_series.columns()[size_t(place)];
        return tr("%1, updates %2 to %3: %4 %5")
            .arg(QString::fromStdString(m_series.places(quantity())[size_t(row)]),
                 count(updates.first), count(updates.last), quantityName(quantity()),
                 value(updates.value(quantity(), size_t(row))));
    });
    makeColumn(this,
               {makeRow(nullptr, {m_quantity, {m_said, 1}, m_scale}, kGrid),
                {makeRow(nullptr, {{m_map, 3}, {m_norms, 2}}, kGrid), 1}},
               4);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &TrainingGradients::showAll);
}

LayerQuantity TrainingGradients::quantity() const
{
    return LayerQuantity(m_quantity->currentData().toInt());
}

void TrainingGradients::setSeries(const core::LayerSeries& series)
{
    m_series = series;
    fillQuantities();
    showAll();
}

/// Only quantities that the run has.
void TrainingGradients::fillQuantities()
{
    QuietComboBox::Choices choices;
    for (size_t i = 0; i < core::kLayerQuantities; ++i) {
        const auto each = LayerQuantity(i);
        if (each == LayerQuantity::GradientNorm || m_series.has(each))
            choices.emplace_back(quantityTitle(each), int(i));
    }
    m_quantity->setChoices(choices);
    m_quantity->setEnabled(choices.size() > 1);
}

void TrainingGradients::showAll()
{
    m_map->setAccessibleName(
        tr("%1 of each layer over the training").arg(quantityTitle(quantity())));
    showMap();
    if (quantity() == LayerQuantity::GradientNorm)
        showNorms();
    else
        showPlaces();
    m_said->setText(words());
    Q_EMIT shownChanged();
}

void TrainingGradients::showMap()
{
    if (quantity() == LayerQuantity::ResidualWeight)
        showSignedMap();
    else
        showScaledMap();
}

namespace {

QStringList wholeNames(const std::vector<std::string>& places)
{
    QStringList names;
    for (const std::string& place : places)
        names << QString::fromStdString(place);
    return names;
}

/// A map without values.
HeatMapContent emptyMap(const core::LayerSeries& series, LayerQuantity quantity)
{
    const std::vector<std::string>& places = series.places(quantity);
    HeatMapContent content;
    content.rows = int(places.size());
    content.columns = int(series.columns().size());
    content.dense = content.thinColumns = true;
    content.rowMark = [places](int layer) {
        return Mark{Mark::Kind::Layer, -1, QString::fromStdString(places[size_t(layer)])};
    };
    content.rowLabels = shortNames(places);
    content.rowTips = wholeNames(places);
    for (const auto& column : series.columns())
        content.columnLabels << count(column.first);
    return content;
}

} // namespace

void TrainingGradients::showScaledMap()
{
    const auto& columns = m_series.columns();
    HeatMapContent content = emptyMap(m_series, quantity());
    const size_t places = m_series.places(quantity()).size();
    double lowest = 0.0, highest = 0.0;
    for (const auto& column : columns)
        for (size_t place = 0; place < places; ++place)
            if (const double each = column.value(quantity(), place); each > 0.0) {
                lowest = lowest == 0.0 ? each : std::min(lowest, each);
                highest = std::max(highest, each);
            }
    const double top = highest > 0.0 ? std::ceil(std::log10(highest)) : 0.0;
    m_lowest = lowest > 0.0 ? std::max(std::floor(std::log10(lowest)), top - 8.0) : top - 4.0;
    content.high = std::max(top - m_lowest, 1.0);
    content.columnTitle = tr("update");
    for (size_t place = 0; place < places; ++place)
        for (const auto& column : columns) {
            const double each = column.value(quantity(), place);
            content.values.push_back(each > 0.0 ? float(std::max(std::log10(each) - m_lowest, 0.0))
                                                : 0.0F);
            content.struck.push_back(std::isnan(each) ? 1 : 0);
        }
    m_map->setContent(std::move(content));
    m_scale->setScale(std::max(top - m_lowest, 1.0),
                      tr("powers of ten above 1e%1").arg(int(m_lowest)));
}

void TrainingGradients::showSignedMap()
{
    HeatMapContent content = emptyMap(m_series, quantity());
    content.columnTitle = tr("update");
    double largest = 0.0;
    for (size_t place = 0; place < m_series.places(quantity()).size(); ++place)
        for (const auto& column : m_series.columns()) {
            const double each = column.value(quantity(), place);
            content.values.push_back(std::isnan(each) ? 0.0F : float(each));
            content.struck.push_back(std::isnan(each) ? 1 : 0);
            largest = std::max(largest, std::isnan(each) ? 0.0 : std::abs(each));
        }
    content.colours = ColourMap::Signed;
    content.high = steadyScaleEnd(largest, 0.0);
    m_scale->setScale(content.high, quantityTitle(quantity()), ColourMap::Signed);
    m_map->setContent(std::move(content));
}

void TrainingGradients::showNorms()
{
    std::vector<FlowPlot::Line> lines{{tr("before clipping"), 0, 0, {}},
                                      {tr("after"), 1, 0, {}, {}, {}, {}, true}};
    for (const auto& column : m_series.columns()) {
        lines[0].values.push_back(column.normBefore());
        lines[0].places.push_back(column.middle());
        lines[1].values.push_back(column.normAfter());
        lines[1].places.push_back(column.middle());
    }
    m_norms->setLines(std::move(lines), {}, tr("update"), tr("gradient norm"));
}

void TrainingGradients::showPlaces()
{
    constexpr int kPatterns = 3;
    const std::vector<std::string>& places = m_series.places(quantity());
    const QStringList names = shortNames(places);
    std::vector<FlowPlot::Line> lines;
    for (const size_t place : drawnPlaces(places.size())) {
        const int number = int(lines.size());
        FlowPlot::Line line{names[qsizetype(place)], number, number / kPatterns, {}};
        for (const auto& column : m_series.columns())
            if (const double each = column.value(quantity(), place); !std::isnan(each)) {
                line.places.push_back(column.middle());
                line.values.push_back(each);
            }
        lines.push_back(std::move(line));
    }
    if (const auto limit = quantityLimit(quantity()); limit && !m_series.columns().empty())
        lines.push_back(
            {limit->second,
             int(lines.size()),
             2,
             {limit->first, limit->first},
             {double(m_series.columns().front().first), double(m_series.columns().back().last)}});
    m_norms->setLines(std::move(lines), {}, tr("update"), quantityTitle(quantity()),
                      quantity() == LayerQuantity::ResidualWeight ? FlowPlot::Values::Signed
                                                                  : FlowPlot::Values::Positive);
}

QString TrainingGradients::words() const
{
    if (m_series.updates() == 0)
        return tr("The gradient norm of each layer over the training appears here.");
    return quantity() == LayerQuantity::GradientNorm ? gradientWords() : placeWords();
}

QString TrainingGradients::gradientWords() const
{
    const int64_t updates = m_series.updates(), clipped = m_series.clipped();
    if (m_series.places(LayerQuantity::GradientNorm).empty())
        return tr("This run has no gradient norms of single layers, because it was trained with an "
                  "earlier version.");
    if (clipped == 0)
        return filled(tr("Gradient norm of each layer over %1 {update|updates}; no gradient was "
                         "clipped."),
                      {count(updates)});
    return filled(tr("Gradient norm of each layer over %1 {update|updates}; %2 of them were "
                     "clipped, on average to %3 of their norm."),
                  {count(updates), percent(double(clipped) / double(updates)),
                   percent(m_series.meanFactor())});
}

QString TrainingGradients::placeWords() const
{
    QStringList sentences{quantityMeaning(quantity())};
    const size_t places = m_series.places(quantity()).size();
    if (quantity() == LayerQuantity::Rectification) {
        const int64_t first = m_series.firstKnown(quantity(), 1);
        sentences << (first > 0
                          ? tr("r begins with update %1, when \u03c1 exceeds 5; before, steps "
                               "follow the mean of the gradients alone.")
                                .arg(count(first))
                          : tr("r has not begun yet: \u03c1 is at most 5."));
    }
    if (places > kMostPlaceLines)
        sentences << tr("Lines: %1 of %2 places, evenly spaced.")
                         .arg(count(qint64(kMostPlaceLines)), count(qint64(places)));
    return sentences.join(QLatin1Char(' '));
}

QString TrainingGradients::text() const
{
    QStringList lines{words()};
    const std::vector<std::string>& places = m_series.places(quantity());
    for (size_t place = 0; place < places.size() && !m_series.columns().empty(); ++place)
        lines << tr("%1: %2 at first, %3 at last")
                     .arg(QString::fromStdString(places[place]),
                          value(m_series.columns().front().value(quantity(), place)),
                          value(m_series.columns().back().value(quantity(), place)));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> TrainingGradients::figures() const
{
    const bool gradients = quantity() == LayerQuantity::GradientNorm;
    Figure map{
        .title = tr("%1 of each layer").arg(quantityTitle(quantity())),
        .name = gradients ? QStringLiteral("layer_gradients") : QStringLiteral("layers"),
        .size = m_map->wholeSize(),
        .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
        .table =
            [this](TableText& table) {
                table.row("first_update", "last_update", "layer",
                          core::kLayerQuantityNames[quantity()]);
                for (const auto& column : m_series.columns())
                    for (size_t place = 0; place < m_series.places(quantity()).size(); ++place)
                        table.row(column.first, column.last, m_series.places(quantity())[place],
                                  column.value(quantity(), place));
            },
        .words = [this] { return text(); }};
    return {std::move(map),
            figureOf(*m_norms, gradients ? tr("Clipping") : quantityTitle(quantity()),
                     gradients ? QStringLiteral("clipping") : QStringLiteral("layer_lines"))};
}

} // namespace ui
