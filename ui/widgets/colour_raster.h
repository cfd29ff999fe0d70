#pragma once

#include "ui/widgets/theme.h"

#include <QImage>

#include <span>

class QPainter;

namespace ui {

/// Numbers as colours, one pixel a number: what every heat map is made of. Theme::mapColour says
/// which colour means which number, ColourScale tells the reader.
/// @param values  row-major [rows * columns], 0 to `high`; for signed colours -high to high.
///                Beyond these they have the last colour.
QImage colourRaster(std::span<const float> values, int rows, int columns, double high,
                    ColourMap map);

/// Draws it so that a cell stays a rectangle, on screens and in files.
void drawRaster(QPainter& painter, const QRect& place, const QImage& raster);

} // namespace ui
