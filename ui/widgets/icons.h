#pragma once

#include <QIcon>
#include <QString>

class QAbstractButton;
class QAction;
class QColor;
class QLabel;

namespace ui {

/// The icon `resources/icons/NAME.svg` in the theme's text colour (paler when disabled), sharp at
/// every size.
QIcon icon(const QString& name);
QIcon icon(const QString& name, const QColor& colour);

/// Gives the object the icon and renews it when the theme changes.
void setIcon(QAction& action, const QString& name);
void setIcon(QAbstractButton& button, const QString& name);
/// Shows the icon in the label's text height; `bad` marks a problem, else it is muted.
enum class IconTone { Muted, Bad, Accent };
void setIcon(QLabel& label, const QString& name, IconTone tone);

} // namespace ui
