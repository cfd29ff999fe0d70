#include "ui/widgets/colour_raster.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ui {

QImage colourRaster(std::span<const float> values, int rows, int columns, double high,
                    ColourMap map)
{
    constexpr int shades = 256;
    const double low = map == ColourMap::Signed ? -high : 0.0;
    std::array<QRgb, shades> colours{};
    for (int i = 0; i < shades; ++i) {
        const double share = double(i) / (shades - 1);
        colours[size_t(i)]
            = Theme::instance()
                  .mapColour(map, map == ColourMap::Signed ? 2.0 * share - 1.0 : share)
                  .rgb();
    }
    QImage raster(std::max(columns, 1), std::max(rows, 1), QImage::Format_RGB32);
    raster.fill(colours[0]);
    const double factor = high > low ? (shades - 1) / (high - low) : 0.0;
    for (int row = 0; row < rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(raster.scanLine(row));
        const float* numbers = values.data() + size_t(row) * size_t(columns);
        for (int column = 0; column < columns; ++column) {
            const double shade = (double(numbers[column]) - low) * factor;
            line[column] = colours[size_t(std::clamp(shade, 0.0, double(shades - 1)))];
        }
    }
    return raster;
}

void drawRaster(QPainter& painter, const QRect& place, const QImage& raster)
{
    // Viewers of files would blur the pixels when they enlarge them.
    const bool file = painter.paintEngine()->type() != QPaintEngine::Raster;
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(
        place,
        file ? raster.scaled(2 * place.size(), Qt::IgnoreAspectRatio, Qt::FastTransformation)
             : raster);
    painter.restore();
}

} // namespace ui
