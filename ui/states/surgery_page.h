#pragma once

#include "ui/states/shown_states.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace ui {

class BeforeAfter;
class NumberBox;
class QuietComboBox;
class SentenceInput;

/// Values set by hand that replace computed ones, and the resulting prediction.
class SurgeryPage : public QWidget {
    Q_OBJECT
public:
    explicit SurgeryPage(QWidget* parent = nullptr);

    /// Sets the values that the buttons change. @param cell  token and unit, or (-1, -1).
    void setPlace(const QString& quantity, int layer, int direction, QPoint cell, int first,
                  int last);
    void setStates(const ShownStates& states);
    const std::vector<core::StateEdit>& edits() const { return m_edits; }
    void clear();

Q_SIGNALS:
    void edited();

private:
    enum class Value { Zero, One, Typed, OtherText };
    QWidget* buildControls();
    QWidget* buildValue();
    void set();
    void take(std::vector<core::StateEdit> edits);
    void showEdits();

    core::StateEdit m_place; ///< Place of the next edit.
    QPoint m_cell{-1, -1};
    int m_first = -1, m_last = -1;
    std::vector<core::StateEdit> m_edits;
    ShownStates m_states;
    QLabel* m_quantity = nullptr;
    QuietComboBox *m_units = nullptr, *m_tokens = nullptr, *m_value = nullptr;
    NumberBox* m_typed = nullptr;
    SentenceInput* m_other = nullptr;
    QToolButton *m_undo = nullptr, *m_reset = nullptr;
    QLabel *m_changes = nullptr, *m_list = nullptr;
    BeforeAfter* m_verdicts = nullptr;
};

} // namespace ui
