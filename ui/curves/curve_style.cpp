#include "ui/curves/curve_style.h"

#include "ui/widgets/theme.h"

#include <array>

namespace ui {

namespace {

constexpr std::array kMarkers{QCPScatterStyle::ssCircle,           QCPScatterStyle::ssSquare,
                              QCPScatterStyle::ssTriangle,         QCPScatterStyle::ssDiamond,
                              QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssPlusCircle,
                              QCPScatterStyle::ssCrossSquare};

/// A small flag on a pole whose foot is the point.
QPainterPath flagPath()
{
    QPainterPath path;
    path.moveTo(0, 0);
    path.lineTo(0, -14);
    path.lineTo(8, -11);
    path.lineTo(0, -8);
    return path;
}

QPainterPath starPath(double radius)
{
    QPainterPath path;
    for (int i = 0; i < 10; ++i) {
        const double angle = M_PI * i / 5.0 - M_PI / 2.0;
        const double r = i % 2 == 0 ? radius : radius * 0.45;
        const QPointF corner(r * std::cos(angle), r * std::sin(angle));
        i == 0 ? path.moveTo(corner) : path.lineTo(corner);
    }
    path.closeSubpath();
    return path;
}

} // namespace

CurveStyle curveStyle(int colourIndex)
{
    const Theme& theme = Theme::instance();
    CurveStyle style;
    style.strong = theme.seriesPen(colourIndex);
    style.strong.setWidthF(theme.lineWidth() + 0.5);
    style.strong.setJoinStyle(Qt::BevelJoin);
    const QColor colour = style.strong.color();
    // Width 1 and solid: everything else is many times slower on jagged lines.
    style.pale = QPen(blended(theme.base(), colour, theme.isDark() ? 0.68 : 0.7), 1);
    style.thin = style.strong;
    style.thin.setWidthF(theme.lineWidth());
    const QPen outline(colour, theme.lineWidth());
    const double size = 3.5 + 2.5 * theme.lineWidth();
    const auto shape = kMarkers[size_t(colourIndex) % kMarkers.size()];
    style.marker = QCPScatterStyle(shape, outline, QBrush(theme.base()), size);
    style.star = QCPScatterStyle(starPath(size + 2.0), QPen(theme.text(), 1), QBrush(colour));
    style.cross = QCPScatterStyle(QCPScatterStyle::ssCross, QPen(theme.text(), 1), Qt::NoBrush, 5);
    style.flag = QCPScatterStyle(flagPath(), outline, QBrush(colour));
    style.flag.setSize(6.0);
    return style;
}

} // namespace ui
