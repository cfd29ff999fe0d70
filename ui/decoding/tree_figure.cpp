#include "ui/decoding/tree_figure.h"

#include "ui/decoding/search_column.h"
#include "ui/decoding/tree_controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

Figure treeFigure(const QString& source, const std::vector<const SearchColumn*>& columns)
{
    constexpr int kLeastWidth = 640;
    const Theme& theme = Theme::instance();
    const int space = 2 * theme.spacing();
    const int line = QFontMetrics(theme.headingFont()).height() + theme.spacing();
    QSize size(kLeastWidth, 3 * line + 3 * space); // the legend has at most two lines
    for (const SearchColumn* column : columns) {
        const QSize tree = column->tree().wholeSize();
        size = {std::max(size.width(), tree.width()), size.height() + line + tree.height() + space};
    }
    const auto paint = [=](QCPPainter& painter) {
        const auto write = [&](const QString& text, const QFont& font) {
            painter.setFont(font);
            painter.setPen(Theme::instance().text());
            painter.drawText(QRect(0, 0, size.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                             text);
            painter.translate(0, line);
        };
        painter.translate(space, space);
        write(source, Theme::instance().headingFont());
        for (const SearchColumn* column : columns) {
            write(column->title(), Theme::instance().textFont());
            painter.save();
            column->tree().drawWhole(painter);
            painter.restore();
            painter.translate(0, column->tree().wholeSize().height() + space);
        }
        TreeLegend::draw(painter, size.width());
    };
    return {source, QStringLiteral("search-tree"), size + QSize(2 * space, 0), paint};
}

} // namespace ui
