#include "ui/decoding/decoding_export.h"

#include "ui/decoding/search_column.h"
#include "ui/decoding/tree_controls.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

void saveTrees(PictureFormat format, const QString& source,
               const std::vector<const SearchColumn*>& columns, const QString& path)
{
    constexpr int kLeastWidth = 640;
    const Theme& theme = Theme::instance();
    const int space = 2 * theme.spacing();
    const int line = QFontMetrics(theme.headingFont()).height() + theme.spacing();
    const int legend = 2 * line + space; // at most two lines
    QSize size(kLeastWidth, space + line + legend);
    for (const SearchColumn* column : columns) {
        const QSize tree = column->tree().wholeSize();
        size.setWidth(std::max(size.width(), tree.width()));
        size.rheight() += line + tree.height() + space;
    }
    const int width = size.width();
    savePicture(
        format, size + QSize(2 * space, space), source,
        [&](QCPPainter& painter) {
            const auto write = [&](const QString& text, const QFont& font) {
                painter.setFont(font);
                painter.setPen(theme.text());
                painter.drawText(QRect(0, 0, width, line), Qt::AlignLeft | Qt::AlignVCenter, text);
                painter.translate(0, line);
            };
            painter.translate(space, space);
            write(source, theme.headingFont());
            for (const SearchColumn* column : columns) {
                write(column->title(), theme.textFont());
                painter.save();
                column->tree().drawWhole(painter);
                painter.restore();
                painter.translate(0, column->tree().wholeSize().height() + space);
            }
            TreeLegend::draw(painter, width);
        },
        path);
}

} // namespace ui
