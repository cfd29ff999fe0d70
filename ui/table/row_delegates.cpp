#include "ui/table/row_delegates.h"

#include "ui/table/row_model.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QWidget>

#include <algorithm>

namespace ui {

namespace {

/// Underlines keep the widths of letters, so that the text can be cut before it is marked.
QList<QTextLayout::FormatRange> formatsOf(const std::vector<TextPart>& parts, int kept,
                                          bool selected)
{
    QList<QTextLayout::FormatRange> marks;
    for (const TextPart& part : parts) {
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

/// Ground and selection.
void drawGround(QPainter& painter, const QStyleOptionViewItem& option)
{
    if (option.widget != nullptr)
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter,
                                              option.widget);
}

/// Of the words that are drawn.
QColor inkOf(const QStyleOptionViewItem& option)
{
    return option.state.testFlag(QStyle::State_Selected)
        ? option.palette.color(QPalette::HighlightedText)
        : Theme::instance().text();
}

} // namespace

void DifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    drawGround(*painter, option);
    constexpr int margin = 4;
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    const QFont font = Theme::instance().textFont();
    const QString whole = index.data().toString();
    const QString text
        = QFontMetrics(font).elidedText(whole, Qt::ElideRight, std::max(place.width(), 0));
    const int kept = int(text == whole ? text.size() : text.size() - 1);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QTextLayout layout(text, font);
    layout.setFormats(
        formatsOf(index.data(RowModel::MarksRole).value<std::vector<TextPart>>(), kept, selected));
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setNumColumns(int(text.size()));
    layout.endLayout();
    if (!line.isValid())
        return;
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(inkOf(option));
    layout.draw(painter, QPointF(place.left(), place.center().y() - line.height() / 2.0));
    painter->restore();
}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    drawGround(*painter, option);
    const QVariant share = index.data(RowModel::BarRole);
    const Theme& theme = Theme::instance();
    const QFont font = index.data(Qt::FontRole).value<QFont>();
    const QFontMetrics numbers(font);
    constexpr int margin = 4;
    const QString widest = index.data(RowModel::WidestRole).toString();
    const QString number = index.data().toString();
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    // A number that is wider than foreseen takes room from its bar; no digit is ever cut unseen.
    const int wanted
        = std::max(numbers.horizontalAdvance(widest.isEmpty() ? QStringLiteral("00.00") : widest),
                   numbers.horizontalAdvance(number));
    const int numberWidth = std::min(wanted + margin, place.width());
    painter->save();
    painter->setFont(font);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(inkOf(option));
    painter->drawText(QRect(place.left(), place.top(), numberWidth, place.height()),
                      Qt::AlignRight | Qt::AlignVCenter,
                      numbers.elidedText(number, Qt::ElideRight, numberWidth));
    if (!share.isValid()) { // A number without a bar.
        painter->restore();
        return;
    }
    const int room = std::max(place.width() - numberWidth - 2 * margin, 0);
    const int length = std::max(qRound(share.toDouble() * room), 1);
    const int thick = numbers.height() * 2 / 3;
    painter->fillRect(QRect(place.left() + numberWidth + 2 * margin, place.center().y() - thick / 2,
                            length, thick),
                      selected ? painter->pen().color() : theme.accent());
    painter->restore();
}

} // namespace ui
