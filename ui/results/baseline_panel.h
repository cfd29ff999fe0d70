#pragma once

#include "core/probe/baselines/baseline_questions.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace ui {

/// The methods that the shown network has to beat: a sentence that compares it with the best
/// baseline and, unfolded, a table of all baselines with a paired bootstrap, and naive Bayes' most
/// telling words of each class. Hidden while there is nothing to compare.
class BaselinePanel : public QWidget {
    Q_OBJECT
public:
    explicit BaselinePanel(QWidget* parent = nullptr);
    void setReport(const core::BaselineReport& report);
    void clear();
    bool hasReport() const { return !m_report.tests.empty(); }
    Figure figure() const; ///< @pre hasReport()

private:
    QWidget* buildTables();
    std::vector<RowColumn> scoreColumns() const;
    std::vector<RowColumn> wordColumns() const;
    QString scoreText(double value) const;
    void showWords(int label);

    core::BaselineReport m_report;
    std::vector<core::TellingWord> m_shownWords;
    QLabel* m_verdict = nullptr;
    QToolButton* m_fold = nullptr;
    QWidget *m_tables = nullptr, *m_words = nullptr;
    RowView *m_scoreTable = nullptr, *m_wordTable = nullptr;
    QComboBox* m_class = nullptr;
};

} // namespace ui
