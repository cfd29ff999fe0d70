#pragma once

#include <QComboBox>

namespace ui {

/// A combo box that may become narrower than its longest entry: a choice too long for it ends in an
/// ellipsis, where styles cut through a letter.
class QuietComboBox : public QComboBox {
    Q_OBJECT
public:
    explicit QuietComboBox(QWidget* parent = nullptr) : QComboBox(parent)
    {
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(6);
    }

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ui
