#pragma once

#include <QWidget>

class QLabel;

namespace ui {

class ProbabilityBars;

/// An answer as it was computed, and beside it the one after something was changed by hand: a
/// sentence each, with the probabilities beneath it.
class BeforeAfter : public QWidget {
    Q_OBJECT
public:
    /// @param name  the labels are "nameBeforeLabel" and "nameAfterLabel".
    /// @param changed  what screen readers call the probabilities on the right.
    BeforeAfter(const QString& name, const QString& changed, QWidget* parent = nullptr);

    void setTexts(const QString& before, const QString& after);
    ProbabilityBars& barsBefore() const { return *m_barsBefore; }
    ProbabilityBars& barsAfter() const { return *m_barsAfter; }

private:
    QLabel *m_before, *m_after;
    ProbabilityBars *m_barsBefore, *m_barsAfter;
};

} // namespace ui
