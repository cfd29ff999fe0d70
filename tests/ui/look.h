#pragma once

#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include <algorithm>
#include <cmath>

/// A picture of a widget is readable if its grounds are those of the scheme and texts stand out
/// from theirs.
namespace look {

/// Relative luminance as in WCAG 2.1: 0 for black, 1 for white.
inline double luminance(QRgb colour)
{
    const auto linear = [](int channel) {
        const double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour))
        + 0.0722 * linear(qBlue(colour));
}

/// Calls visit(colour, length) for each run of equal pixels in the lines of `part`.
/// @pre the picture is in Format_RGB32.
template <class Visit> void eachRun(const QImage& picture, const QRect& part, const Visit& visit)
{
    for (int y = part.top(); y <= part.bottom(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
        for (int x = part.left(), end = x; x <= part.right(); x = end) {
            while (end <= part.right() && line[end] == line[x])
                ++end;
            visit(line[x], end - x);
        }
    }
}

/// The colour of most pixels in `part`.
inline QRgb groundOf(const QImage& picture, const QRect& part)
{
    QHash<QRgb, int> counts;
    eachRun(picture, part, [&](QRgb colour, int length) { counts[colour] += length; });
    QRgb ground = 0;
    int most = 0;
    for (auto each = counts.cbegin(); each != counts.cend(); ++each) {
        if (each.value() > most) {
            most = each.value();
            ground = each.key();
        }
    }
    return ground;
}

/// The largest contrast to its ground that anything in `part` has, 1 (nothing there) to 21.
inline double contrastIn(const QImage& picture, const QRect& part)
{
    const double ground = luminance(groundOf(picture, part));
    double low = ground, high = ground;
    eachRun(picture, part, [&](QRgb colour, int) {
        const double here = luminance(colour);
        low = std::min(low, here);
        high = std::max(high, here);
    });
    return std::max((ground + 0.05) / (low + 0.05), (high + 0.05) / (ground + 0.05));
}

/// The text that stands in the widget itself; empty for one without, or with a picture instead.
inline QString textOf(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return label->text();
    if (const auto* tool = qobject_cast<const QToolButton*>(&widget); tool != nullptr
        && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull())
        return {};
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button != nullptr ? button->text() : QString();
}

/// The texts that cannot be read in `picture` of `top`; empty if all can.
inline QStringList faults(const QWidget& top, const QImage& picture)
{
    constexpr double kLeastContrast = 3.0; // WCAG's for large text; thin strokes are never pure.
    QStringList found;
    const double ground = luminance(groundOf(picture, picture.rect()));
    const bool dark = ui::Theme::instance().isDark();
    if (dark ? ground > 0.1 : ground < 0.7)
        found << QStringLiteral("the ground has luminance %1").arg(ground);
    if (contrastIn(picture, picture.rect()) < kLeastContrast)
        found << QStringLiteral("there is nothing on it");
    for (const QWidget* widget : top.findChildren<QWidget*>()) {
        const bool whole = widget->isVisible() && widget->isEnabled()
            && widget->visibleRegion().boundingRect() == widget->rect();
        const QString text = textOf(*widget).trimmed();
        if (!whole || text.isEmpty())
            continue;
        const QRect place(widget->mapTo(&top, QPoint()), widget->size());
        const double contrast = contrastIn(picture, place & picture.rect());
        if (contrast < kLeastContrast)
            found << QStringLiteral("\"%1\" (%2 %3) has contrast %4")
                         .arg(text, QLatin1String(widget->metaObject()->className()),
                              widget->objectName())
                         .arg(contrast);
    }
    return found;
}

inline QImage pictureOf(QWidget& widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

} // namespace look
