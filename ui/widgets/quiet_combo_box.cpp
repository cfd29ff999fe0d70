#include "ui/widgets/quiet_combo_box.h"

#include <QStylePainter>

namespace ui {

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
