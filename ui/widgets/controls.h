#pragma once

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QMargins>
#include <QVBoxLayout>
#include <QWidget>

#include <initializer_list>

namespace ui {

/// Gives a control its object name and, where they are not empty, its name for screen readers and
/// its help (setHelp()). @return the control.
template <class Control>
Control* named(Control* control, QAnyStringView objectName, const QString& accessibleName = {},
               const QString& help = {})
{
    control->setObjectName(objectName.toString());
    if (!accessibleName.isEmpty())
        control->setAccessibleName(accessibleName);
    if (!help.isEmpty())
        setHelp(*control, help);
    return control;
}

/// A part of a row or a column with its share of the free space.
struct LayoutPart {
    // NOLINTBEGIN(google-explicit-constructor): parts are listed as they are.
    LayoutPart(QWidget* partWidget, int itsStretch = 0, Qt::Alignment itsAlignment = {})
        : widget(partWidget), stretch(itsStretch), alignment(itsAlignment)
    {
    }
    LayoutPart(QLayout* partLayout, int itsStretch = 0)
        : layout(partLayout), stretch(itsStretch) { }
    // NOLINTEND(google-explicit-constructor)

    QWidget* widget = nullptr;
    QLayout* layout = nullptr; ///< Both null: free space.
    int stretch = 0;
    Qt::Alignment alignment = {};
};
/// Free space between two parts.
inline LayoutPart freeSpace(int stretch = 1)
{
    return {static_cast<QWidget*>(nullptr), stretch};
}

/// Parts side by side. @param whole  widget that the layout fills; null: it is part of another one.
/// @param spacing  pixels between parts; -1: as the style has it.
QHBoxLayout* makeRow(QWidget* whole, std::initializer_list<LayoutPart> parts = {}, int spacing = -1,
                     const QMargins& margins = {});
/// Parts one below the other.
QVBoxLayout* makeColumn(QWidget* whole, std::initializer_list<LayoutPart> parts = {},
                        int spacing = -1, const QMargins& margins = {});

} // namespace ui
