#pragma once

#include "tests/support/test_case.h"
#include "ui/figure/figure_file.h"
#include "ui/view/view.h"

/// The figure of the view with this file name; empty where the view does not show it.
inline ui::Figure figureOf(const ui::View& view, const char* name)
{
    const std::vector<ui::Figure> all = view.figures();
    const auto found = std::find_if(all.begin(), all.end(), [name](const ui::Figure& each) {
        return each.name == QLatin1String(name);
    });
    return found == all.end() ? ui::Figure() : *found;
}

/// The content of the exported file; empty if the figure has no such format.
/// @param table  of the figure's answer; empty: the figure's own.
inline QByteArray exported(const ui::View& view, const char* name, ui::FigureFormat format,
                           const std::string& table = {})
{
    const ui::Figure figure = figureOf(view, name);
    for (const ui::FormatChoice& choice : ui::formatsOf(figure)) {
        if (choice.format == format && choice.table == table)
            return QByteArray::fromStdString(ui::contentOf(figure, format, table));
    }
    return {};
}

inline QString exportedTable(const ui::View& view, const char* name, const char* table = "")
{
    return QString::fromUtf8(exported(view, name, ui::FigureFormat::Csv, table));
}

/// A PNG, an SVG and a PDF that are more than empty sheets.
inline bool arePicturesExported(const ui::View& view, const char* name, qsizetype least)
{
    using Format = ui::FigureFormat;
    const auto fits = [&](Format format, const char* start) {
        const QByteArray content = exported(view, name, format);
        return content.startsWith(start) && content.size() > least;
    };
    return fits(Format::Png, "\x89PNG") && fits(Format::Svg, "<?xml") && fits(Format::Pdf, "%PDF");
}
