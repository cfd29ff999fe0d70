#pragma once

#include "tests/support/test_case.h"
#include "ui/widgets/formula_label.h"

/// Shows `widget` at a size and waits until it is on screen.
inline void showSized(QWidget& widget, const QSize& size)
{
    widget.resize(size);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

/// The child with this object name; a test without it cannot go on.
template <class Type> Type* namedChild(const QObject& parent, const char* name)
{
    auto* found = parent.findChild<Type*>(QLatin1String(name));
    if (found == nullptr)
        qFatal("no %s", name);
    return found;
}

inline QString labelText(const QWidget& parent, const char* name)
{
    return namedChild<QLabel>(parent, name)->text();
}

/// The text that screen readers speak for formulas and the text around them.
inline QString formulaText(const QWidget& parent, const char* name)
{
    return namedChild<ui::FormulaLabel>(parent, name)->accessibleName();
}

/// The texts of a column from top to bottom.
inline QStringList columnTexts(const QAbstractItemView& table, int column)
{
    QStringList texts;
    for (int row = 0; row < table.model()->rowCount(); ++row)
        texts << table.model()->index(row, column).data().toString();
    return texts;
}
