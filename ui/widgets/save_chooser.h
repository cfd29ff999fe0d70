#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace ui {

/// Asks where to save; empty: not at all. Tests put their own in place of the dialog.
using SaveChooser = std::function<QString(QWidget* parent, const QString& title,
                                          const QString& suggestedName, const QString& filter)>;

/// The desktop's file dialog, which asks before it overwrites; adds the missing suffix.
SaveChooser saveDialog();

} // namespace ui
