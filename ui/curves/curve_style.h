#pragma once

#include "ui/widgets/plot.h"

#include <QPen>

namespace ui {

/// How the curves of one run look: colour, line style and marker together, never colour alone.
struct CurveStyle {
    QPen strong; ///< The smoothed line.
    QPen pale; ///< Every update.
    QPen thin; ///< Between validation points.
    QCPScatterStyle marker; ///< A validation point.
    QCPScatterStyle star; ///< The best one.
    QCPScatterStyle cross; ///< A clipped update.
    QCPScatterStyle flag; ///< Resumed here.
};

/// @param colourIndex as in RunRow.
CurveStyle curveStyle(int colourIndex);

} // namespace ui
