#include "ui/widgets/elided_label.h"

#include "ui/widgets/labels.h"

#include <QPainter>
#include <QStyle>

namespace ui {

namespace {
const QString kBetween = QStringLiteral("  ");
} // namespace

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setParts(const QStringList& parts)
{
    if (parts == m_parts)
        return;
    m_parts = parts;
    const QString text = m_full = parts.join(kBetween);
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

QString ElidedLabel::shownText() const
{
    QStringList fitting = m_parts;
    while (fitting.size() > 1 && fontMetrics().horizontalAdvance(fitting.join(kBetween)) > width())
        fitting.removeLast();
    return fontMetrics().elidedText(fitting.join(kBetween), m_mode, width());
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), palette(), isEnabled(),
                          shownText(), foregroundRole());
}

} // namespace ui
