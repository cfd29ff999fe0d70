#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace ui {

/// The role of a label; the style sheet defines its look in every colour scheme.
enum class LabelRole {
    Plain,
    Muted, ///< Help, units, captions.
    Heading, ///< Title of a view or a step.
    Group, ///< Title of a few fields.
    Problem, ///< Always beside a warning sign.
    Figure ///< A large number.
};

/// A plain-text label that wraps at its width; Figure and Heading stay on one line. No word,
/// however long, keeps the window from being narrower.
QLabel* makeLabel(const QString& text, LabelRole role, QWidget* parent = nullptr);

/// The name of `field` beside it, on one line; the key marked in it goes to the field.
QLabel* makeNameLabel(const QString& text, QWidget& field);

/// `text` with places to break its lines at in words that are longer than those of a language:
/// paths and names of files.
QString breakable(const QString& text);

/// `text` for a tool tip or a What's This: escaped, since Qt reads these as HTML where they look
/// like it, and wrapped by Qt at a readable width.
QString toolTipText(const QString& text);

/// Explains `widget` by its tool tip and to screen readers.
void setHelp(QWidget& widget, const QString& help);

} // namespace ui
