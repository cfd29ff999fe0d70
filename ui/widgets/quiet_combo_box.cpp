#include "ui/widgets/quiet_combo_box.h"

#include <QSignalBlocker>
#include <QStylePainter>

#include <algorithm>

namespace ui {

void QuietComboBox::setChoices(const Choices& choices)
{
    bool same = int(choices.size()) == count();
    for (int i = 0; same && i < count(); ++i)
        same = itemText(i) == choices[size_t(i)].first && itemData(i) == choices[size_t(i)].second;
    if (same)
        return;
    const QSignalBlocker quiet(this);
    const QVariant before = currentData();
    clear();
    for (const auto& choice : choices)
        addItem(choice.first, choice.second);
    setCurrentIndex(std::max(before.isValid() ? findData(before) : 0, 0));
}

void QuietComboBox::paintEvent(QPaintEvent* event)
{
    if (isEditable() || currentIndex() < 0) {
        QComboBox::paintEvent(event);
        return;
    }
    constexpr int kBeside = 2; // the pixels that Fusion leaves at both ends
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field
        = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + 4;
    option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideRight,
                                                       field.width() - kBeside - icon);
    QStylePainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace ui
