#include "ui/positions/position_plots.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

bool isSinusoidal(const core::PositionTable& table)
{
    constexpr double tolerance = 1e-3; // float32 angles of some thousand
    constexpr int64_t rowsLookedAt = 64;
    if (table.length < 2 || table.features < 2)
        return false;
    for (int64_t row = 0; row < std::min(table.length, rowsLookedAt); ++row) {
        for (int64_t column = 0; column < table.features; ++column) {
            const double share
                = static_cast<double>(column - column % 2) / static_cast<double>(table.features);
            const double angle = static_cast<double>(row) / std::pow(10000.0, share);
            const double expected = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
            const float found = table.values[static_cast<size_t>(row * table.features + column)];
            if (!(std::abs(expected - static_cast<double>(found)) < tolerance))
                return false;
        }
    }
    return true;
}

std::vector<int> firstDimensions(int64_t features)
{
    std::set<int> chosen;
    const auto even = [](int64_t dimension) { return static_cast<int>(dimension - dimension % 2); };
    for (const int dimension :
         {0, even(features / 8), even(features / 8) + 1, even(features / 4), even(features / 2)}) {
        if (dimension < features)
            chosen.insert(dimension);
    }
    return {chosen.begin(), chosen.end()};
}

PositionCurves::PositionCurves(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("positionCurves"));
    setAxisTitles(tr("position"), tr("value"));
    setMinimumHeight(160);
    legend->setVisible(true);
    auto* side = new QCPLayoutGrid;
    plotLayout()->addElement(0, 1, side);
    side->addElement(0, 0, legend);
    side->addElement(1, 0, new QCPLayoutElement(this)); // Keeps the legend at the top.
    plotLayout()->setColumnStretchFactor(1, 0.001);
    legend->setBorderPen(Qt::NoPen);
}

void PositionCurves::show(const core::PositionTable& table, const std::vector<int>& dimensions,
                          int positions)
{
    clearGraphs();
    const auto rows = static_cast<int>(std::min<int64_t>(positions, table.length));
    float low = 0.0F, high = 0.0F;
    QStringList said;
    for (const int dimension : dimensions) {
        QVector<QCPGraphData> points;
        for (int row = 0; row < rows; ++row) {
            const float number
                = table.values[static_cast<size_t>(row * table.features + dimension)];
            low = std::min(low, number);
            high = std::max(high, number);
            points.append(QCPGraphData(row, static_cast<double>(number)));
        }
        QCPGraph* graph = addGraph();
        graph->setName(tr("dimension %1").arg(dimension));
        graph->data()->set(points, true);
        said << QString::number(dimension);
    }
    const double air = 0.08 * std::max(1e-6, static_cast<double>(high - low));
    yAxis->setRange(static_cast<double>(low) - air, static_cast<double>(high) + air);
    xAxis->setRange(0, std::max(rows - 1, 1));
    setAccessibleTexts(tr("Curves of chosen dimensions"),
                       filled(tr("Over the first %1 {position|positions}, from %2 to %3; "
                                 "dimensions: %4."),
                              {count(rows), value(static_cast<double>(low)),
                               value(static_cast<double>(high)), said.join(QStringLiteral(", "))}));
    stylePlottables();
    replot(rpQueuedReplot);
}

void PositionCurves::applyTheme()
{
    Plot::applyTheme();
    stylePlottables();
}

void PositionCurves::stylePlottables()
{
    for (int i = 0; i < graphCount(); ++i) {
        QPen pen = Theme::instance().seriesPen(i);
        pen.setWidthF(1.5 * Theme::instance().lineWidth());
        graph(i)->setPen(pen);
    }
}

/// A picture whose pixels are cells of the plot's coordinates, each around whole numbers.
class PositionMap::Raster : public QCPLayerable {
public:
    explicit Raster(PositionMap& map) : QCPLayerable(&map, QStringLiteral("main")), m_map(map) { }

    QImage picture;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override
    {
        painter->setAntialiasing(false);
    }
    QRect clipRect() const override { return m_map.axisRect()->rect(); }
    void draw(QCPPainter* painter) override
    {
        const auto corner = [this](double column, double row) {
            return QPointF(m_map.xAxis->coordToPixel(column), m_map.yAxis->coordToPixel(row));
        };
        drawRaster(*painter,
                   QRectF(corner(-0.5, -0.5), corner(m_map.m_columns - 0.5, m_map.m_rows - 0.5))
                       .toAlignedRect(),
                   picture);
        if (const QPoint cell = m_map.m_items->current(); cell.x() >= 0)
            drawFocusFrame(*painter, m_map.cellRect(cell.y(), cell.x()).adjusted(-2, -2, 2, 2));
    }

private:
    PositionMap& m_map;
};

PositionMap::PositionMap(QWidget* parent)
    : Plot(parent), m_raster(new Raster(*this)), m_items(makeItems())
{
    setObjectName(QStringLiteral("positionMap"));
    setAxisTitles(tr("dimension"), tr("position"));
    setMinimumHeight(180);
    readAs(m_items);
    connect(m_items, &Items::currentChanged, this, [this] { replot(rpQueuedReplot); });
    connect(m_items, &Items::pointed, this,
            [this](QPoint cell) { Q_EMIT pointed(cell.y(), cell.x()); });
    connect(m_items, &Items::activated, this,
            [this](QPoint cell) { Q_EMIT dimensionPicked(cell.x()); });
    yAxis->setRangeReversed(true);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->grid()->setVisible(false);
        axis->setSubTicks(false);
    }
}

Items* PositionMap::makeItems()
{
    return new Items(
        *this,
        {.shape = Readable::Shape::Table,
         .rows = [this] { return m_rows; },
         .columns = [this] { return m_columns; },
         .text =
             [this](int position, int dimension) {
                 const size_t cell = size_t(position) * size_t(m_columns) + size_t(dimension);
                 return tr("position %1, dimension %2: %3")
                     .arg(position)
                     .arg(dimension)
                     .arg(value(double(m_values[cell])));
             },
         .place = [this](int position, int dimension) { return cellRect(position, dimension); },
         .header = [](Qt::Orientation, int index) { return QString::number(index); }},
        {.activation = Items::Activation::Press,
         .at = [this](const QPoint& place) { return cellAt(place); }});
}

void PositionMap::show(const core::PositionTable& table, int positions, double highest)
{
    m_rows = static_cast<int>(std::min<int64_t>(positions, table.length));
    m_columns = static_cast<int>(table.features);
    m_values.assign(table.values.begin(),
                    table.values.begin() + static_cast<ptrdiff_t>(m_rows) * m_columns);
    m_highest = highest;
    if (m_items->current().x() >= m_columns || m_items->current().y() >= m_rows)
        m_items->clear();
    colour();
    xAxis->setRange(-0.5, m_columns - 0.5);
    yAxis->setRange(-0.5, m_rows - 0.5);
    setAccessibleTexts(tr("All dimensions as colours"),
                       filled(tr("%1 {position|positions} by %2 {dimension|dimensions}, colours "
                                 "from %3 to %4."),
                              {count(m_rows), count(m_columns), value(-highest), value(highest)}));
    replot(rpQueuedReplot);
}

void PositionMap::applyTheme()
{
    Plot::applyTheme();
    colour();
}

void PositionMap::colour()
{
    m_raster->picture = colourRaster(m_values, m_rows, m_columns, m_highest, ColourMap::Signed);
}

QPoint PositionMap::cellAt(const QPointF& place) const
{
    const auto column = static_cast<int>(std::lround(xAxis->pixelToCoord(place.x())));
    const auto row = static_cast<int>(std::lround(yAxis->pixelToCoord(place.y())));
    const bool inside = axisRect()->rect().contains(place.toPoint()) && column >= 0
        && column < m_columns && row >= 0 && row < m_rows;
    return inside ? QPoint(column, row) : QPoint(-1, -1);
}

QRect PositionMap::cellRect(int position, int dimension) const
{
    const auto corner = [this](double column, double row) {
        return QPointF(xAxis->coordToPixel(column), yAxis->coordToPixel(row));
    };
    return QRectF(corner(dimension - 0.5, position - 0.5), corner(dimension + 0.5, position + 0.5))
        .toAlignedRect();
}

} // namespace ui
