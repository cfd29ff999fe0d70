#include "ui/widgets/readable.h"

#include "ui/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QEvent>
#include <QPainter>

namespace ui {

Readable::Readable(QWidget& owner, Content content) : QObject(&owner), m_content(std::move(content))
{
    QAccessible::installFactory(&readableInterface); // Once, however often it is said.
    owner.installEventFilter(this);
}

bool Readable::eventFilter(QObject* watched, QEvent* event)
{
    const bool focus = event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut;
    if (focus && watched == &owner()) {
        canvas().update(); // Frame and current item show where the focus is.
        // The widget has taken the focus only after this.
        QMetaObject::invokeMethod(this, &Readable::announce, Qt::QueuedConnection);
    }
    return false;
}

QWidget& Readable::owner() const
{
    return *static_cast<QWidget*>(parent());
}

QWidget& Readable::canvas() const
{
    const auto* area = qobject_cast<QAbstractScrollArea*>(&owner());
    return area != nullptr ? *area->viewport() : owner();
}

bool Readable::has(int row, int column) const
{
    return row >= 0 && column >= 0 && row < rows() && column < columns();
}

QRect Readable::place(int row, int column) const
{
    const QRect all = canvas().rect();
    const QRect inside = m_content.place ? m_content.place(row, column) & all : all;
    return inside.isEmpty() || !owner().isVisible()
        ? QRect()
        : QRect(canvas().mapToGlobal(inside.topLeft()), inside.size());
}

QPoint Readable::current() const
{
    const QPoint cell = m_content.current ? m_content.current() : QPoint(-1, -1);
    return has(cell.y(), cell.x()) ? cell : QPoint(-1, -1);
}

void Readable::choose(int row, int column)
{
    if (canChoose() && has(row, column))
        m_content.choose(row, column);
}

QString Readable::header(Qt::Orientation side, int index) const
{
    return m_content.header ? m_content.header(side, index) : QString();
}

void Readable::announce()
{
    if (!owner().hasFocus())
        return;
    QAccessibleInterface* widget = QAccessible::queryAccessibleInterface(&owner());
    QAccessibleInterface* item = widget == nullptr ? nullptr : widget->focusChild();
    if (item == nullptr || item == widget)
        return;
    QAccessibleEvent event(item, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

void drawFocusFrame(QPainter& painter, const QRect& area)
{
    painter.setPen(QPen(Theme::instance().accent(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(1, 1, -1, -1));
}

} // namespace ui
