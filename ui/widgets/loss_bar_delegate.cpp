#include "ui/widgets/loss_bar_delegate.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace ui {

void LossBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    if (option.widget != nullptr) // ground and selection
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter,
                                              option.widget);
    const QVariant share = index.data(kShareRole);
    if (!share.isValid())
        return;
    const Theme& theme = Theme::instance();
    const QFontMetrics numbers(theme.numberFont());
    constexpr int margin = 4;
    const int numberWidth = numbers.horizontalAdvance(QStringLiteral("00.00")) + margin;
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    painter->save();
    painter->setFont(theme.numberFont());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText) : theme.text());
    painter->drawText(QRect(place.left(), place.top(), numberWidth, place.height()),
                      Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    const int room = std::max(place.width() - numberWidth - 2 * margin, 0);
    const int length = std::max(qRound(share.toDouble() * room), 1);
    const int thick = numbers.height() * 2 / 3;
    painter->fillRect(QRect(place.left() + numberWidth + 2 * margin, place.center().y() - thick / 2,
                            length, thick),
                      selected ? painter->pen().color() : theme.accent());
    painter->restore();
}

} // namespace ui
