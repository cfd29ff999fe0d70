#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace ui {

/// A combo box that the wheel does not change while a form is scrolled under the pointer, and that
/// may become narrower than its longest entry: a choice too long for it ends in an ellipsis, where
/// styles cut through a letter.
class QuietComboBox : public QComboBox {
    Q_OBJECT
public:
    explicit QuietComboBox(QWidget* parent = nullptr) : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(6);
    }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

} // namespace ui
