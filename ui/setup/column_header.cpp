#include "ui/setup/column_header.h"

#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {
constexpr int kArrowWidth = 16;
} // namespace

ColumnHeader::ColumnHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    connect(this, &QHeaderView::sectionClicked, this, &ColumnHeader::press);
}

void ColumnHeader::setPressable(bool pressable)
{
    m_pressable = pressable;
    setSectionsClickable(pressable);
    setFocusPolicy(pressable ? Qt::StrongFocus : Qt::NoFocus);
    setHovered(-1);
    viewport()->update();
}

void ColumnHeader::paintSection(QPainter* painter, const QRect& area, int column) const
{
    const QRect title = m_pressable ? area.adjusted(0, 0, -kArrowWidth, 0) : area;
    painter->save();
    QHeaderView::paintSection(painter, title, column);
    painter->restore();
    if (!m_pressable)
        return;
    const Theme& theme = Theme::instance();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(area.adjusted(area.width() - kArrowWidth, 0, 0, -1), theme.base());
    const QColor ink = column == m_hovered ? theme.accent() : palette().color(QPalette::Text);
    painter->setPen(QPen(ink, 1.5));
    const QPointF tip(area.right() - kArrowWidth / 2.0, area.center().y() + 2.0);
    painter->drawPolyline(QPolygonF{{tip.x() - 4, tip.y() - 4}, tip, {tip.x() + 4, tip.y() - 4}});
    painter->setPen(column == m_hovered ? QPen(theme.accent(), 2) : QPen(theme.line(), 1));
    painter->drawLine(area.bottomLeft(), area.bottomRight());
    if (hasFocus() && column == m_current) {
        painter->setPen(QPen(theme.accent(), 2));
        painter->drawRect(area.adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

QSize ColumnHeader::sectionSizeFromContents(int column) const
{
    return QHeaderView::sectionSizeFromContents(column) + QSize(m_pressable ? kArrowWidth : 0, 0);
}

void ColumnHeader::mouseMoveEvent(QMouseEvent* event)
{
    QHeaderView::mouseMoveEvent(event);
    setHovered(logicalIndexAt(event->position().toPoint()));
    // At an edge the header shows that it can be dragged.
    if (m_pressable && m_hovered >= 0 && viewport()->cursor().shape() == Qt::ArrowCursor)
        viewport()->setCursor(Qt::PointingHandCursor);
}

void ColumnHeader::leaveEvent(QEvent* event)
{
    QHeaderView::leaveEvent(event);
    setHovered(-1);
}

void ColumnHeader::keyPressEvent(QKeyEvent* event)
{
    const int columns = count();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_current = std::clamp(m_current + (event->key() == Qt::Key_Right ? 1 : -1), 0,
                               std::max(columns - 1, 0));
        viewport()->update();
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        press(m_current);
        break;
    default:
        QHeaderView::keyPressEvent(event);
    }
}

void ColumnHeader::focusInEvent(QFocusEvent* event)
{
    QHeaderView::focusInEvent(event);
    m_current = std::clamp(m_current, 0, std::max(count() - 1, 0));
    viewport()->update();
}

void ColumnHeader::focusOutEvent(QFocusEvent* event)
{
    QHeaderView::focusOutEvent(event);
    viewport()->update();
}

void ColumnHeader::press(int column)
{
    if (!m_pressable || column < 0 || column >= count())
        return;
    m_current = column;
    Q_EMIT pressed(column,
                   viewport()->mapToGlobal(QPoint(sectionViewportPosition(column), height())));
}

void ColumnHeader::setHovered(int column)
{
    if (column == m_hovered)
        return;
    m_hovered = column;
    if (column < 0)
        viewport()->unsetCursor();
    viewport()->update();
}

} // namespace ui
