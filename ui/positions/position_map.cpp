#include "ui/positions/position_map.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace ui {

PositionMap::PositionMap(QWidget* parent) : Plot(parent), m_map(new QCPColorMap(xAxis, yAxis))
{
    setObjectName(QStringLiteral("positionMap"));
    setAxisTitles(tr("dimension"), tr("position"));
    setMinimumHeight(180);
    setMouseTracking(true);
    yAxis->setRangeReversed(true);
    m_map->setInterpolate(false); // A cell is a number, not a neighbourhood.
    m_map->setTightBoundary(false);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->grid()->setVisible(false);
        axis->setSubTicks(false);
    }
    colour();
}

void PositionMap::show(const core::PositionTable& table, int positions, double highest)
{
    m_rows = static_cast<int>(std::min<int64_t>(positions, table.length));
    m_columns = static_cast<int>(table.features);
    QCPColorMapData& cells = *m_map->data();
    cells.setSize(m_columns, m_rows);
    cells.setRange(QCPRange(0, std::max(m_columns - 1, 1)), QCPRange(0, std::max(m_rows - 1, 1)));
    for (int row = 0; row < m_rows; ++row) {
        for (int column = 0; column < m_columns; ++column)
            cells.setCell(column, row,
                          static_cast<double>(
                              table.values[static_cast<size_t>(row) * table.features + column]));
    }
    m_map->setDataRange(QCPRange(-highest, highest));
    xAxis->setRange(-0.5, m_columns - 0.5);
    yAxis->setRange(-0.5, m_rows - 0.5);
    setAccessibleTexts(tr("All dimensions as colours"),
                       tr("%1 positions by %2 dimensions, colours from %3 to %4.")
                           .arg(count(m_rows), count(m_columns), value(-highest), value(highest)));
    replot(rpQueuedReplot);
}

void PositionMap::applyTheme()
{
    Plot::applyTheme();
    colour();
}

void PositionMap::colour()
{
    constexpr int stops = 32;
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= stops; ++i) {
        const double place = static_cast<double>(i) / stops;
        gradient.setColorStopAt(place,
                                Theme::instance().mapColour(ColourMap::Signed, 2.0 * place - 1.0));
    }
    m_map->setGradient(gradient);
}

QPoint PositionMap::cellAt(const QPointF& place) const
{
    const auto column = static_cast<int>(std::lround(xAxis->pixelToCoord(place.x())));
    const auto row = static_cast<int>(std::lround(yAxis->pixelToCoord(place.y())));
    const bool inside = axisRect()->rect().contains(place.toPoint()) && column >= 0
        && column < m_columns && row >= 0 && row < m_rows;
    return inside ? QPoint(column, row) : QPoint(-1, -1);
}

void PositionMap::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->position());
    Q_EMIT pointed(cell.y(), cell.x());
}

void PositionMap::mouseReleaseEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->position());
    if (event->button() == Qt::LeftButton && cell.x() >= 0)
        Q_EMIT dimensionPicked(cell.x());
}

void PositionMap::leaveEvent(QEvent* event)
{
    Plot::leaveEvent(event);
    Q_EMIT pointed(-1, -1);
}

} // namespace ui
