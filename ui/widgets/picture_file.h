#pragma once

#include "ui/widgets/plot.h"
#include "ui/widgets/save_chooser.h"

#include <QSize>
#include <QString>

#include <functional>
#include <string>
#include <string_view>

namespace ui {

enum class PictureFormat { Png, Svg, Pdf };

/// Draws a picture of `size` (device-independent pixels) into the file `path`, whole or not at
/// all. A PNG has twice the pixels; SVG and PDF keep lines and text as such.
/// @param draw is given a painter on a ground of the theme's base colour.
/// @throws core::Error{FileUnwritable}.
void savePicture(PictureFormat format, const QSize& size, const QString& title,
                 const std::function<void(QCPPainter&)>& draw, const QString& path);

/// @throws core::Error{FileUnwritable}.
void saveText(std::string_view text, const QString& path);

/// A text as a field of a CSV file: quoted where it must be. Before one that spreadsheets would
/// take for a formula stands an apostrophe, which makes them show it as it is.
std::string csvField(std::string_view text);

} // namespace ui
