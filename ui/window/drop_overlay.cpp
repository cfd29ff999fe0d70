#include "ui/window/drop_overlay.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace ui {

DropOverlay::DropOverlay(QWidget* window) : QWidget(window)
{
    setObjectName(QStringLiteral("dropOverlay"));
    setAccessibleName(tr("Drop to load"));
    setAttribute(Qt::WA_TransparentForMouseEvents); // The drop goes to what lies below.
    hide();
}

void DropOverlay::appear()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.base();
    veil.setAlphaF(0.86F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(theme.accent(), 3, Qt::DashLine));
    const int margin = 2 * theme.spacing();
    painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), 8, 8);
    constexpr int kPicture = 64;
    const QPoint centre = rect().center();
    icon(QStringLiteral("drop"), theme.accent())
        .paint(&painter, QRect(centre - QPoint(kPicture / 2, kPicture), QSize(kPicture, kPicture)));
    QFont font = theme.headingFont();
    font.setPointSizeF(1.4 * font.pointSizeF());
    painter.setFont(font);
    painter.setPen(theme.text());
    painter.drawText(QRect(0, centre.y() + margin, width(), 2 * QFontMetrics(font).height()),
                     Qt::AlignHCenter | Qt::AlignTop, tr("Drop to load"));
}

} // namespace ui
