#pragma once

#include <QComboBox>
#include <QVariant>

#include <utility>
#include <vector>

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

    using Choices = std::vector<std::pair<QString, QVariant>>; ///< Texts and their data.
    /// Offers these. An open list and the current choice stay while they are the same; else the
    /// choice with the same data is current, or the first. Without signals.
    void setChoices(const Choices& choices);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ui
