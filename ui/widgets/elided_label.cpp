#include "ui/widgets/elided_label.h"

#include "ui/widgets/labels.h"

#include <QPainter>
#include <QStyle>

namespace ui {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text)
{
    if (text == m_full)
        return;
    m_full = text;
    setHelp(*this, text);
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ElidedLabel::minimumSizeHint() const
{
    ensurePolished();
    return {fontMetrics().horizontalAdvance(QStringLiteral("00000")), fontMetrics().height() + 4};
}

QSize ElidedLabel::sizeHint() const
{
    ensurePolished();
    return {fontMetrics().horizontalAdvance(m_full) + 2, fontMetrics().height() + 4};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(m_full, m_mode, width());
    style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), palette(), isEnabled(),
                          shown, foregroundRole());
}

} // namespace ui
