#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace ui {

/// A button that shows and hides `content`, hidden at first. It is the content's sibling.
/// @param shown, hidden  what a screen reader says; %1 is the text.
QToolButton* makeFold(const QString& text, const QString& help, const QString& shown,
                      const QString& hidden, QWidget* content);

} // namespace ui
