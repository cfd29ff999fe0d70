#include "ui/widgets/swatch.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <array>

namespace ui {

void drawSwatch(QPainter& painter, const QRectF& place, int index)
{
    constexpr int kColours = 8;
    constexpr std::array kPatterns{Qt::SolidPattern,  Qt::BDiagPattern, Qt::VerPattern,
                                   Qt::Dense5Pattern, Qt::FDiagPattern, Qt::DiagCrossPattern,
                                   Qt::HorPattern};
    const Theme& theme = Theme::instance();
    const QColor colour = theme.series(index % kColours);
    const auto pattern = kPatterns[size_t(index / kColours) % kPatterns.size()];
    if (pattern != Qt::SolidPattern) { // A pale ground keeps the colour in sight between strokes.
        QColor pale = colour;
        pale.setAlphaF(0.3F);
        painter.fillRect(place, theme.base());
        painter.fillRect(place, pale);
    }
    painter.fillRect(place, QBrush(colour, pattern));
}

} // namespace ui
