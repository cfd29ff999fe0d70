#pragma once

class QPainter;
class QRectF;

namespace ui {

/// Fills `place` so that one of many things is told from the others: the theme's eight colours,
/// after these the same with a pattern, so that the first 56 differ and that few of them by colour
/// alone. Its meaning is always written beside it.
/// @param index  of the thing, from 0.
void drawSwatch(QPainter& painter, const QRectF& place, int index);

} // namespace ui
