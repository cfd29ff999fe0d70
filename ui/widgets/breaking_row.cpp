#include "ui/widgets/breaking_row.h"

#include "ui/widgets/controls.h"

#include <QEvent>

#include <algorithm>

namespace ui {

BreakingRow::BreakingRow(QWidget& first, QWidget& second, QWidget* parent)
    : QWidget(parent), m_row(makeRow(this, {{&first, 1}, &second}, kGrid))
{
}

QSize BreakingRow::minimumSizeHint() const
{
    const QSize one = m_row->itemAt(0)->minimumSize(), other = m_row->itemAt(1)->minimumSize();
    const bool broken = m_row->direction() == QBoxLayout::TopToBottom;
    return {std::max(one.width(), other.width()),
            broken ? one.height() + m_row->spacing() + other.height()
                   : std::max(one.height(), other.height())};
}

void BreakingRow::breakIfNeeded()
{
    const int both = m_row->itemAt(0)->minimumSize().width() + m_row->spacing()
        + m_row->itemAt(1)->minimumSize().width();
    const auto wanted = both > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (wanted == m_row->direction())
        return;
    m_row->setDirection(wanted);
    updateGeometry();
}

void BreakingRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    breakIfNeeded();
}

/// A part has another size: a button was shown, or the type has grown.
bool BreakingRow::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        breakIfNeeded();
    return QWidget::event(event);
}

} // namespace ui
