#pragma once

#include "ui/attention_test/shown_test.h"

#include <QPoint>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace ui {

class BeforeAfter;
class NumberBox;
class QuietComboBox;

/// Attention weights set by hand, and the resulting prediction.
class WeightsPage : public QWidget {
    Q_OBJECT
public:
    explicit WeightsPage(QWidget* parent = nullptr);

    /// Sets the weight that the buttons change. @param cell  column and row, or (-1, -1).
    void setPlace(const core::AttentionSite& site, QPoint cell);
    void setTest(const ShownTest& test);
    QPoint cell() const { return m_cell; } ///< The argument of setPlace().
    const std::vector<core::AttentionEdit>& edits() const { return m_edits; }
    void clear(); ///< Without edited().

Q_SIGNALS:
    void edited();
    void byHandWanted(); ///< The chosen head is wanted as tables.

private:
    QWidget* buildControls();
    void set();
    void take(std::vector<core::AttentionEdit> edits);
    void showPlace();
    void showEdits();

    core::AttentionSite m_site;
    QPoint m_cell{-1, -1};
    std::vector<core::AttentionEdit> m_edits;
    ShownTest m_test;
    QLabel *m_place = nullptr, *m_list = nullptr;
    BeforeAfter* m_answers = nullptr;
    QuietComboBox* m_rows = nullptr;
    NumberBox* m_weight = nullptr;
    QPushButton *m_set = nullptr, *m_byHand = nullptr;
    QToolButton *m_undo = nullptr, *m_reset = nullptr;
};

} // namespace ui
