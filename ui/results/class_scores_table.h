#pragma once

#include "core/metric/classification.h"
#include "ui/table/row_view.h"

namespace ui {

/// What a table of scores says, in the words of a task.
struct ClassScoresWords {
    QString title; ///< Of the table, for screen readers.
    QString name; ///< Title of the first column: "Class".
    QString precision, recall, support, last; ///< What the numbers and the last row are.
};

/// Precision, recall, F1 and support of every class, and in the last row of all together.
class ClassScoresTable : public RowView {
    Q_OBJECT
public:
    explicit ClassScoresTable(ClassScoresWords words, QWidget* parent = nullptr);
    void setScores(std::vector<core::ClassScore> scores, core::ClassScore last);

private:
    std::vector<RowColumn> columns() const;

    ClassScoresWords m_words;
    std::vector<core::ClassScore> m_scores;
};

} // namespace ui
