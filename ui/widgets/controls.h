#pragma once

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

/// Gives a control its object name, its name for screen readers and its help. @returns it.
template <class Control>
Control* named(Control* control, const char* objectName, const QString& accessibleName = {},
               const QString& help = {})
{
    control->setObjectName(QString::fromLatin1(objectName));
    if (!accessibleName.isEmpty())
        control->setAccessibleName(accessibleName);
    if (!help.isEmpty())
        setHelp(*control, help);
    return control;
}

/// A layout without margins but for `top`. @param spacing  -1: that of the style.
template <class Layout> Layout* makeLine(QWidget& owner, int spacing, int top)
{
    auto* layout = new Layout(&owner);
    layout->setContentsMargins(0, top, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

inline QHBoxLayout* makeRow(QWidget& owner, int spacing = Theme::instance().spacing(), int top = 0)
{
    return makeLine<QHBoxLayout>(owner, spacing, top);
}

inline QVBoxLayout* makeColumn(QWidget& owner, int spacing = Theme::instance().spacing(),
                               int top = 0)
{
    return makeLine<QVBoxLayout>(owner, spacing, top);
}

} // namespace ui
