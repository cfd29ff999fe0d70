#pragma once

#include "ui/figure/figure.h"

#include <string>

namespace ui {

enum class FigureFormat { Png, Svg, Pdf, Csv, Tsv, Text };

/// How a format is offered.
struct FormatChoice {
    FigureFormat format;
    QString title; ///< "Picture (PNG)"
    QString suffix; ///< "png"
    QString filter; ///< Of a file dialog.
};

/// The formats that a figure can be written in: pictures, tables and words, as far as it has them.
std::vector<FormatChoice> formatsOf(const Figure& figure);

/// The bytes of such a file. A PNG has twice the pixels; SVG and PDF keep lines and texts as such;
/// all stand on the theme's base colour. @pre the figure has this form.
std::string contentOf(const Figure& figure, FigureFormat format);

/// Writes the file whole or not at all. @throws core::Error{FileUnwritable}.
void saveFigure(const Figure& figure, FigureFormat format, const QString& path);

} // namespace ui
