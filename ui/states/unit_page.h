#pragma once

#include "ui/states/shown_states.h"
#include "ui/widgets/plot.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace ui {

/// Values of units over the words of a text, a line each.
class UnitCurves : public Plot {
    Q_OBJECT
public:
    explicit UnitCurves(QWidget* parent = nullptr);

    struct Line {
        QString name;
        std::vector<double> values; ///< One a token.
    };
    void setLines(const std::vector<Line>& lines, const QStringList& tokens, const QString& what);

protected:
    void applyTheme() override;

private:
    void style();

    QStringList m_tokens;
};

/// The chosen unit: its values over the words beside those of the marked ones, and its numbers in
/// the equations of the cell.
class UnitPage : public QWidget {
    Q_OBJECT
public:
    explicit UnitPage(QWidget* parent = nullptr);

    /// @param cell  token and unit; without a token only the unit's values are shown.
    void clear();
    void show(const ShownStates& states, int quantity, QPoint cell, const std::set<int>& marked);
    UnitCurves& curves() const { return *m_curves; }

Q_SIGNALS:
    void markToggled(int unit, bool on);

private:
    void showNumbers(const core::States& states, int token);

    int m_unit = -1;
    UnitCurves* m_curves;
    QCheckBox* m_mark;
    QLabel *m_title, *m_equations;
};

} // namespace ui
