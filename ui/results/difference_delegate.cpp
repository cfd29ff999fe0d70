#include "ui/results/difference_delegate.h"

#include "ui/results/difference.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QWidget>

#include <algorithm>

namespace ui {

namespace {

/// Underlines keep the widths of letters, so that the text can be cut before it is marked.
QList<QTextLayout::FormatRange> marksOf(const QString& text, const QString& other, int kept,
                                        bool selected)
{
    QList<QTextLayout::FormatRange> marks;
    for (const TextPart& part : differenceOf(text, other).first) {
        if (part.first >= kept)
            break;
        QTextLayout::FormatRange mark;
        mark.start = part.first;
        mark.length = std::min(part.length, kept - part.first);
        mark.format.setFontUnderline(true);
        if (!selected)
            mark.format.setForeground(Theme::instance().bad());
        marks.append(mark);
    }
    return marks;
}

} // namespace

void DifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    if (option.widget != nullptr) // ground and selection
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter,
                                              option.widget);
    constexpr int margin = 4;
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    const QFont font = Theme::instance().textFont();
    const QString whole = index.data().toString();
    const QString text
        = QFontMetrics(font).elidedText(whole, Qt::ElideRight, std::max(place.width(), 0));
    const int kept = int(text == whole ? text.size() : text.size() - 1);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QTextLayout layout(text, font);
    layout.setFormats(marksOf(whole, index.data(kOtherRole).toString(), kept, selected));
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setNumColumns(int(text.size()));
    layout.endLayout();
    if (!line.isValid())
        return;
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                             : Theme::instance().text());
    layout.draw(painter, QPointF(place.left(), place.center().y() - line.height() / 2.0));
    painter->restore();
}

} // namespace ui
