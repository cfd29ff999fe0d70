#pragma once

#include <QToolButton>

namespace ui {

/// Keeps the sentence in every view.
class PinButton : public QToolButton {
    Q_OBJECT
public:
    explicit PinButton(QWidget* parent = nullptr);
};

/// Shows everything as text.
class AsTextButton : public QToolButton {
    Q_OBJECT
public:
    explicit AsTextButton(QWidget* parent = nullptr);
};

} // namespace ui
