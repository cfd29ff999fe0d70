#pragma once

#include "ui/states/shown_states.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

class NumberBox;
class QuietComboBox;
class RowView;

/// The words that are chosen, the units that are on exactly there, and where else in the data the
/// same units are on together (LSTMVis).
class PatternPage : public QWidget {
    Q_OBJECT
public:
    explicit PatternPage(QWidget* parent = nullptr);

    void setMatrix(const StateMatrix& matrix, const std::vector<std::string>& tokens);
    /// Range of tokens; (-1, -1): none is chosen.
    void setRange(int first, int last);
    int first() const { return m_first; }
    int last() const { return m_last; }
    double threshold() const;
    const std::vector<core::PatternUnit>& units() const { return m_units; }
    void setFound(const core::FoundPattern& found);
    void setSearching(const QString& text); ///< Empty: over.
    const core::FoundPattern& found() const { return m_found; } ///< Empty before a search.
    QString words() const;

Q_SIGNALS:
    void rangeChosen(int first, int last);
    void searchRequested();
    void markRequested(const std::vector<int>& units);
    /// @param label  what the data have beside it.
    void textChosen(const QString& text, const QString& label);

private:
    QWidget* buildControls();
    void showUnits();
    void chooseTokens();
    QString matchText(int row) const;

    StateMatrix m_matrix;
    std::vector<std::string> m_tokens;
    int m_first = -1, m_last = -1;
    std::vector<core::PatternUnit> m_units;
    core::FoundPattern m_found;
    QuietComboBox *m_from = nullptr, *m_to = nullptr;
    NumberBox* m_threshold = nullptr;
    QLabel *m_said = nullptr, *m_state = nullptr;
    QPushButton *m_search = nullptr, *m_mark = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
