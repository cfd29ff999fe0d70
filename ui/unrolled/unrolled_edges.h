#pragma once

#include "ui/unrolled/unrolled_layout.h"

class QColor;
class QPainter;

namespace ui {

QColor residualColour();

/// Draws the connections between the rows of the unrolled network at one beat: inputs, windows,
/// attention, residual streams, poolings and carried states. Those that are not computed yet are
/// faint.
/// @param head  of each attention; -1: the mean of all.
void drawUnrolledEdges(QPainter& painter, const UnrolledLayout& layout, double beat, int head);

} // namespace ui
