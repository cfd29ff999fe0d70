#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace ui {

/// What a label is; the style sheet gives it its look in every scheme.
enum class LabelRole {
    Plain,
    Muted, ///< Help, units, captions.
    Heading, ///< Of a view or a step.
    Group, ///< Of a few fields.
    Problem, ///< Always beside a warning sign.
    Formula,
    Figure ///< A large number.
};

/// A plain-text label that wraps at its width; Figure and Heading stay on one line.
QLabel* makeLabel(const QString& text, LabelRole role, QWidget* parent = nullptr);

/// `text` for a tool tip: escaped, and wrapped by Qt at a readable width.
QString toolTipText(const QString& text);

} // namespace ui
