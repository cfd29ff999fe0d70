#include "ui/widgets/heat_map.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kLargestCell = 72;
constexpr int kLongestLabel = 130;
constexpr int kGap = 4;

int widest(const QStringList& labels, const QFontMetrics& metrics)
{
    int width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return width + 2; // Of just its own width a text may be elided.
}

QFont labelFont()
{
    return Theme::instance().textFont();
}

} // namespace

HeatMap::HeatMap(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setMinimumSize(140, 120);
    connect(&Theme::instance(), &Theme::changed, this, &HeatMap::restyle);
}

void HeatMap::setContent(HeatMapContent content)
{
    const bool sameShape = content.rows == m_content.rows && content.columns == m_content.columns;
    m_content = std::move(content);
    if (!sameShape)
        m_current = {-1, -1};
    restyle();
}

void HeatMap::setDescriber(std::function<QString(int, int)> describe)
{
    m_describe = std::move(describe);
}

QString HeatMap::describe(int row, int column) const
{
    if (row < 0 || column < 0)
        return {};
    if (m_describe)
        return m_describe(row, column);
    return tr("%1, %2: %3")
        .arg(m_content.rowLabels.value(row), m_content.columnLabels.value(column),
             value(m_content.values[size_t(row) * size_t(m_content.columns) + size_t(column)]));
}

void HeatMap::restyle()
{
    constexpr int shades = 256;
    std::array<QRgb, shades> table{};
    for (int i = 0; i < shades; ++i)
        table[size_t(i)] = Theme::instance().weightColour(double(i) / (shades - 1)).rgb();
    m_colours
        = QImage(std::max(m_content.columns, 1), std::max(m_content.rows, 1), QImage::Format_RGB32);
    const double factor = m_content.high > 0.0 ? (shades - 1) / m_content.high : 0.0;
    for (int row = 0; row < m_content.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(m_colours.scanLine(row));
        const float* values = m_content.values.data() + size_t(row) * size_t(m_content.columns);
        for (int column = 0; column < m_content.columns; ++column) {
            const double shade = std::clamp(values[column] * factor, 0.0, double(shades - 1));
            line[column] = table[size_t(shade)];
        }
    }
    layOut();
    viewport()->update();
}

HeatMap::Measures HeatMap::measured(const QSize& room) const
{
    const QFontMetrics metrics(labelFont());
    const int line = metrics.height();
    Measures result;
    const int titles = line + kGap;
    // Labels take at most a third of the room, so that cells remain.
    const auto shortened = [line](int wish, int length) {
        return std::min({wish, kLongestLabel, std::max(length / 3, 3 * line)});
    };
    const int columnLabels = shortened(widest(m_content.columnLabels, metrics), room.height());
    result.rowLabels = shortened(widest(m_content.rowLabels, metrics), room.width());
    result.columnLabels = columnLabels;
    result.left = result.rowLabels + 2 * kGap + (m_content.rowTitle.isEmpty() ? 0 : titles);
    const int rows = std::max(m_content.rows, 1), columns = std::max(m_content.columns, 1);
    QSize smallest(line + 1, line + 1);
    QSize largest(kLargestCell, kLargestCell);
    if (!m_content.cellTexts.isEmpty()) {
        const QFontMetrics numbers(Theme::instance().numberFont());
        int width = 0;
        for (const QString& text : m_content.cellTexts)
            width = std::max(width, numbers.size(0, text).width());
        smallest = {width + 2 * kGap, 2 * numbers.height() + kGap};
        largest = {std::max(130, smallest.width()), std::max(72, smallest.height())};
    }
    const int titleHeight = m_content.columnTitle.isEmpty() ? 0 : titles;
    const int width
        = std::clamp((room.width() - result.left - 1) / columns, smallest.width(), largest.width());
    result.rotated = columnLabels + kGap > width;
    result.top = titleHeight + 2 * kGap + (result.rotated ? columnLabels : line);
    const int height
        = std::clamp((room.height() - result.top - 1) / rows, smallest.height(), largest.height());
    result.cell = {width, height};
    if (m_content.cellTexts.isEmpty()) // squares, so that a diagonal looks like one
        result.cell = QSize(std::min(width, height), std::min(width, height));
    return result;
}

QSize HeatMap::wholeSize() const
{
    const Measures measures = measured(viewport()->size());
    return {measures.left + measures.cell.width() * m_content.columns + 1,
            measures.top + measures.cell.height() * m_content.rows + 1};
}

QSize HeatMap::sizeHint() const
{
    return {420, 360};
}

void HeatMap::layOut()
{
    m_measures = measured(viewport()->size());
    const QSize room = viewport()->size() - QSize(m_measures.left, m_measures.top);
    const QSize cells(m_measures.cell.width() * m_content.columns + 1,
                      m_measures.cell.height() * m_content.rows + 1);
    horizontalScrollBar()->setRange(0, std::max(0, cells.width() - room.width()));
    horizontalScrollBar()->setPageStep(std::max(room.width(), 1));
    horizontalScrollBar()->setSingleStep(m_measures.cell.width());
    verticalScrollBar()->setRange(0, std::max(0, cells.height() - room.height()));
    verticalScrollBar()->setPageStep(std::max(room.height(), 1));
    verticalScrollBar()->setSingleStep(m_measures.cell.height());
}

void HeatMap::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

QPoint HeatMap::scrolled() const
{
    return {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

QRect HeatMap::cellRect(int row, int column) const
{
    const QPoint corner(m_measures.left + column * m_measures.cell.width(),
                        m_measures.top + row * m_measures.cell.height());
    return {corner - scrolled(), m_measures.cell};
}

QPoint HeatMap::cellAt(const QPoint& position) const
{
    if (position.x() < m_measures.left || position.y() < m_measures.top)
        return {-1, -1};
    const QPoint inside = position + scrolled() - QPoint(m_measures.left, m_measures.top);
    const QPoint cell(inside.x() / m_measures.cell.width(), inside.y() / m_measures.cell.height());
    const bool there = cell.x() < m_content.columns && cell.y() < m_content.rows;
    return there ? cell : QPoint(-1, -1);
}

void HeatMap::setCurrentCell(QPoint cell)
{
    if (cell == m_current)
        return;
    m_current = cell;
    if (cell.x() >= 0) {
        const QRect place = cellRect(cell.y(), cell.x());
        const QRect cells = viewport()->rect().adjusted(m_measures.left, m_measures.top, 0, 0);
        QScrollBar& across = *horizontalScrollBar();
        QScrollBar& down = *verticalScrollBar();
        across.setValue(across.value() + std::max(0, place.right() - cells.right())
                        + std::min(0, place.left() - cells.left()));
        down.setValue(down.value() + std::max(0, place.bottom() - cells.bottom())
                      + std::min(0, place.top() - cells.top()));
    }
    viewport()->update();
    Q_EMIT cellPointed(cell.y(), cell.x());
}

void HeatMap::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->pos());
    Q_EMIT cellPointed(cell.y(), cell.x());
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    const QPoint cell = cellAt(event->pos());
    if (event->button() != Qt::LeftButton || cell.x() < 0)
        return;
    setCurrentCell(cell);
    Q_EMIT cellActivated(cell.y(), cell.x());
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    QPoint cell = m_current;
    switch (event->key()) {
    case Qt::Key_Left:
        cell.rx()--;
        break;
    case Qt::Key_Right:
        cell.rx()++;
        break;
    case Qt::Key_Up:
        cell.ry()--;
        break;
    case Qt::Key_Down:
        cell.ry()++;
        break;
    case Qt::Key_Home:
        cell.setX(0);
        break;
    case Qt::Key_End:
        cell.setX(m_content.columns - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current.x() >= 0)
            Q_EMIT cellActivated(m_current.y(), m_current.x());
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (m_content.rows > 0 && m_content.columns > 0)
        setCurrentCell({std::clamp(cell.x(), 0, m_content.columns - 1),
                        std::clamp(cell.y(), 0, m_content.rows - 1)});
}

bool HeatMap::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint cell = cellAt(help->pos());
        if (cell.x() >= 0)
            QToolTip::showText(help->globalPos(), toolTipText(describe(cell.y(), cell.x())),
                               viewport(), cellRect(cell.y(), cell.x()));
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave)
        Q_EMIT cellPointed(m_current.y(), m_current.x());
    return QAbstractScrollArea::viewportEvent(event);
}

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Window));
    draw(painter, m_measures, scrolled(), viewport()->size());
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
    const QRect cells(measures.left, measures.top, area.width() - measures.left,
                      area.height() - measures.top);
    painter.save();
    painter.setClipRect(cells);
    drawCells(painter, measures, offset, cells);
    painter.restore();
    drawLabels(painter, measures, offset, area);
    drawTitles(painter, measures, area);
}

void HeatMap::drawCells(QPainter& painter, const Measures& measures, const QPoint& offset,
                        const QRect& cells) const
{
    const Theme& theme = Theme::instance();
    const int width = measures.cell.width(), height = measures.cell.height();
    const QPoint corner = cells.topLeft() - offset;
    const QRect whole(corner, QSize(width * m_content.columns, height * m_content.rows));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(whole, m_colours);
    painter.setPen(QPen(theme.base(), 1));
    for (int row = 0; row <= m_content.rows; ++row)
        painter.drawLine(whole.left(), corner.y() + row * height, whole.right(),
                         corner.y() + row * height);
    for (int column = 0; column <= m_content.columns; ++column)
        painter.drawLine(corner.x() + column * width, whole.top(), corner.x() + column * width,
                         whole.bottom());
    painter.setFont(theme.numberFont());
    for (int row = 0; !m_content.cellTexts.isEmpty() && row < m_content.rows; ++row) {
        for (int column = 0; column < m_content.columns; ++column) {
            const QRect place(corner + QPoint(column * width, row * height), measures.cell);
            if (!place.intersects(cells))
                continue;
            painter.setPen(Theme::textOn(m_colours.pixelColor(column, row)));
            painter.drawText(place, Qt::AlignCenter,
                             m_content.cellTexts.value(row * m_content.columns + column));
        }
    }
    if (m_current.x() >= 0) {
        const QRect place(corner + QPoint(m_current.x() * width, m_current.y() * height),
                          measures.cell);
        painter.setPen(QPen(theme.base(), 4));
        painter.drawRect(place);
        painter.setPen(QPen(theme.accent(), 2));
        painter.drawRect(place);
    }
}

void HeatMap::drawLabels(QPainter& painter, const Measures& measures, const QPoint& offset,
                         const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(labelFont());
    painter.setFont(labelFont());
    const auto colour = [&](bool current) { return current ? theme.accent() : theme.text(); };
    painter.save();
    painter.setClipRect(QRect(0, measures.top, measures.left, area.height() - measures.top));
    for (int row = 0; row < m_content.rows; ++row) {
        const QRect place(0, measures.top + row * measures.cell.height() - offset.y(),
                          measures.left - kGap, measures.cell.height());
        painter.setPen(colour(row == m_current.y()));
        painter.drawText(
            place, Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(m_content.rowLabels.value(row), Qt::ElideRight, measures.rowLabels));
    }
    painter.restore();
    painter.save();
    painter.setClipRect(QRect(measures.left, 0, area.width() - measures.left, measures.top));
    for (int column = 0; column < m_content.columns; ++column) {
        const int left = measures.left + column * measures.cell.width() - offset.x();
        const QString label
            = metrics.elidedText(m_content.columnLabels.value(column), Qt::ElideRight,
                                 measures.rotated ? measures.columnLabels : measures.cell.width());
        painter.setPen(colour(column == m_current.x()));
        if (!measures.rotated) {
            painter.drawText(QRect(left, 0, measures.cell.width(), measures.top - kGap),
                             Qt::AlignHCenter | Qt::AlignBottom, label);
            continue;
        }
        painter.save();
        painter.translate(left, measures.top - kGap);
        painter.rotate(-90);
        painter.drawText(QRect(0, 0, measures.top, measures.cell.width()),
                         Qt::AlignLeft | Qt::AlignVCenter, label);
        painter.restore();
    }
    painter.restore();
}

void HeatMap::drawTitles(QPainter& painter, const Measures& measures, const QSize& area) const
{
    const Theme& theme = Theme::instance();
    const int line = QFontMetrics(labelFont()).height();
    painter.setFont(labelFont());
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
    const QString title
        = QFontMetrics(labelFont()).elidedText(m_content.rowTitle, Qt::ElideRight, bottom);
    painter.drawText(QRect(0, 0, bottom, line), Qt::AlignLeft | Qt::AlignTop, title);
    painter.restore();
}

} // namespace ui
