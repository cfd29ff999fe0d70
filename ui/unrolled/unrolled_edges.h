#pragma once

#include "ui/unrolled/unrolled_layout.h"

class QPainter;

namespace ui {

/// Draws what connects the rows of the unrolled network at one beat: inputs, windows, attention,
/// poolings and carried states. What is not computed yet is faint.
/// @param head  of each attention; -1: the mean of all.
void drawUnrolledEdges(QPainter& painter, const UnrolledLayout& layout, double beat, int head);

} // namespace ui
