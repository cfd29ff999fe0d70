#include "ui/widgets/colour_raster.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cstdlib>

namespace ui {

namespace {

bool marked(const std::vector<char>& marks, size_t cell)
{
    return cell < marks.size() && marks[cell] != 0;
}

/// Black around white: to be seen on every colour, and as a shape by those who see none.
void drawOutline(QPainter& painter, const QRect& place)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(place.adjusted(3, 3, -2, -2));
    painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(place.adjusted(3, 3, -2, -2));
}

} // namespace

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Window));
    draw(painter, m_measures, scrolled(), viewport()->size());
    m_items->drawFrames(painter);
}

void HeatMap::drawWhole(QPainter& painter) const
{
    const Measures measures = measured(viewport()->size());
    draw(painter, measures, {}, wholeSize());
}

void HeatMap::draw(QPainter& painter, const Measures& measures, const QPoint& offset,
                   const QSize& area) const
{
    if (m_content.rows == 0 || m_content.columns == 0)
        return;
    painter.save();
    painter.setClipRect(QRect(measures.left, measures.top, area.width() - measures.left,
                              area.height() - measures.top));
    drawCells(painter, measures, offset, area);
    painter.restore();
    drawRowLabels(painter, measures, offset, area);
    drawColumnLabels(painter, measures, offset, area);
    drawTitles(painter, measures, area);
}

QRect HeatMap::seen(const Measures& measures, const QPoint& offset, const QSize& area) const
{
    const QSize cell = measures.cell;
    const QPoint first(offset.x() / cell.width(), offset.y() / cell.height());
    const QPoint last((offset.x() + area.width() - measures.left) / cell.width(),
                      (offset.y() + area.height() - measures.top) / cell.height());
    return {
        first,
        QPoint(std::min(last.x(), m_content.columns - 1), std::min(last.y(), m_content.rows - 1))};
}

void HeatMap::drawCells(QPainter& painter, const Measures& measures, const QPoint& offset,
                        const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const int width = measures.cell.width(), height = measures.cell.height();
    const QPoint corner = QPoint(measures.left, measures.top) - offset;
    const QRect whole(corner, QSize(width * m_content.columns, height * m_content.rows));
    drawRaster(painter, whole, m_colours);
    painter.setPen(QPen(theme.base(), 1));
    constexpr int kLeastLined = 8; // Thinner rows would be all lines.
    for (int row = 0; row <= m_content.rows && height >= kLeastLined; ++row)
        painter.drawLine(whole.left(), corner.y() + row * height, whole.right(),
                         corner.y() + row * height);
    for (int column = 0; column <= m_content.columns && width >= kLeastLined; ++column)
        painter.drawLine(corner.x() + column * width, whole.top(), corner.x() + column * width,
                         whole.bottom());
    painter.setFont(theme.sized(theme.numberFont(), measures.textFactor));
    const QRect shown = seen(measures, offset, area);
    for (int row = shown.top(); row <= shown.bottom(); ++row) {
        for (int column = shown.left(); column <= shown.right(); ++column)
            drawCell(painter, QRect(corner + QPoint(column * width, row * height), measures.cell),
                     row, column);
    }
    drawColumnRange(painter, whole, width);
    if (const QPoint cell = currentCell(); cell.x() >= 0) {
        const QRect place(corner + QPoint(cell.x() * width, cell.y() * height), measures.cell);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.base(), 4));
        painter.drawRect(place);
        painter.setPen(QPen(theme.accent(), 2));
        painter.drawRect(place);
    }
}

void HeatMap::drawColumnRange(QPainter& painter, const QRect& whole, int width) const
{
    if (m_content.firstColumn < 0 || m_content.lastColumn >= m_content.columns)
        return;
    const int left = whole.left() + m_content.firstColumn * width;
    const int right = whole.left() + (m_content.lastColumn + 1) * width;
    for (const auto& [colour, thickness] :
         {std::pair(Theme::instance().base(), 5), std::pair(Theme::instance().accent(), 2)}) {
        painter.setPen(QPen(colour, thickness));
        painter.drawLine(left, whole.top(), left, whole.bottom());
        painter.drawLine(right, whole.top(), right, whole.bottom());
    }
}

/// Draws the marks and the text of a cell over its colour.
void HeatMap::drawCell(QPainter& painter, const QRect& place, int row, int column) const
{
    const Theme& theme = Theme::instance();
    const size_t cell = size_t(row) * size_t(m_content.columns) + size_t(column);
    if (marked(m_content.hatched, cell)) {
        QColor stroke = Theme::textOn(m_colours.pixelColor(column, row));
        stroke.setAlphaF(0.6F);
        painter.fillRect(place.adjusted(1, 1, 0, 0), QBrush(stroke, Qt::BDiagPattern));
    }
    if (marked(m_content.struck, cell)) {
        painter.fillRect(place.adjusted(1, 1, 0, 0), theme.window());
        painter.setPen(QPen(theme.mutedText(), 1));
        painter.drawLine(place.bottomLeft() + QPoint(4, -3), place.topRight() + QPoint(-3, 4));
    }
    const QString text = m_measures.texts ? m_content.cellTexts.value(int(cell)) : QString();
    if (!text.isEmpty() && marked(m_content.struck, cell)) { // The stroke ends beside the text.
        const QRect ground
            = painter.boundingRect(place, Qt::AlignCenter, text).adjusted(-3, 0, 3, 0);
        painter.fillRect(ground.intersected(place.adjusted(1, 1, 0, 0)), theme.window());
        painter.setPen(theme.text());
        painter.drawText(place, Qt::AlignCenter, text);
    } else if (!text.isEmpty()) {
        painter.setPen(Theme::textOn(m_colours.pixelColor(column, row)));
        painter.drawText(place, Qt::AlignCenter, text);
    }
    if (marked(m_content.outlined, cell))
        drawOutline(painter, place);
}

void HeatMap::drawRowLabels(QPainter& painter, const Measures& measures, const QPoint& offset,
                            const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.textFont());
    painter.save();
    painter.setFont(theme.textFont());
    painter.setClipRect(QRect(0, measures.top, measures.left, area.height() - measures.top));
    for (const int row : labelledRows(measures, seen(measures, offset, area))) {
        const int middle
            = measures.top - offset.y() + row * measures.cell.height() + measures.cell.height() / 2;
        const int height = std::max(measures.cell.height(), metrics.height());
        QRect place(0, middle - height / 2, measures.left - kGap, height);
        if (middle >= measures.top) // A low row that is in sight has its whole name in sight.
            place.moveTop(std::max(place.top(), measures.top));
        const QString label = isMarked(row) ? QStringLiteral("\u25b8") + m_content.rowLabels[row]
                                            : m_content.rowLabels.value(row);
        painter.setPen(row == currentCell().y() || isMarked(row) ? theme.accent() : theme.text());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(label, Qt::ElideMiddle, measures.rowLabels));
    }
    painter.restore();
}

std::vector<int> HeatMap::labelledRows(const Measures& measures, const QRect& shown) const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    std::vector<int> rows;
    const auto middle = [&](int row) { // A low row that is in sight has its whole name in sight.
        const int height = measures.cell.height();
        return std::max(row * height + height / 2, shown.top() * height + line / 2);
    };
    const auto isClear = [&](int row) {
        return std::none_of(rows.begin(), rows.end(), [&](int other) {
            return std::abs(middle(other) - middle(row)) < line;
        });
    };
    const auto take = [&](int row) {
        if (row >= shown.top() && row <= shown.bottom()
            && (measures.cell.height() >= line || isClear(row)))
            rows.push_back(row);
    };
    take(currentCell().y());
    for (int row = shown.top(); row <= shown.bottom(); ++row)
        if (isMarked(row) && row != currentCell().y())
            take(row);
    const int step = std::max(1, (line + measures.cell.height() - 1) / measures.cell.height());
    for (int row = shown.top(); row <= shown.bottom(); ++row)
        if (row % step == 0 && row != currentCell().y() && !isMarked(row))
            take(row);
    return rows;
}

void HeatMap::drawColumnLabels(QPainter& painter, const Measures& measures, const QPoint& offset,
                               const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.textFont());
    painter.save();
    painter.setFont(theme.textFont());
    painter.setClipRect(QRect(measures.left, 0, area.width() - measures.left, measures.top));
    const QRect shown = seen(measures, offset, area);
    const int width = measures.cell.width();
    const int step = std::max(1, (metrics.height() + width - 1) / width);
    for (int column = shown.left(); column <= shown.right(); ++column) {
        if (measures.rotated && column % step != 0)
            continue;
        const int left = measures.left + column * measures.cell.width() - offset.x();
        const QString label
            = metrics.elidedText(m_content.columnLabels.value(column), Qt::ElideRight,
                                 measures.rotated ? measures.columnLabels : measures.cell.width());
        painter.setPen(column == currentCell().x() ? theme.accent() : theme.text());
        if (!measures.rotated) {
            painter.drawText(QRect(left, 0, measures.cell.width(), measures.top - kGap),
                             Qt::AlignHCenter | Qt::AlignBottom, label);
            continue;
        }
        painter.save();
        painter.translate(left, measures.top - kGap);
        painter.rotate(-90);
        painter.drawText(QRect(0, 0, measures.top, width * step), Qt::AlignLeft | Qt::AlignVCenter,
                         label);
        painter.restore();
    }
    painter.restore();
}

void HeatMap::drawTitles(QPainter& painter, const Measures& measures, const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.textFont());
    const int line = metrics.height();
    painter.setFont(theme.textFont());
    painter.setPen(theme.mutedText());
    const int right
        = std::min(area.width(), measures.left + measures.cell.width() * m_content.columns);
    const int bottom
        = std::min(area.height(), measures.top + measures.cell.height() * m_content.rows);
    painter.drawText(QRect(measures.left, 0, std::max(right - measures.left, 200), line),
                     Qt::AlignLeft | Qt::AlignTop, m_content.columnTitle);
    if (m_content.rowTitle.isEmpty())
        return;
    painter.save();
    painter.translate(0, bottom);
    painter.rotate(-90);
    painter.drawText(QRect(0, 0, bottom, line), Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(m_content.rowTitle, Qt::ElideRight, bottom));
    painter.restore();
}

} // namespace ui
