#pragma once

#include "core/metric/classification.h"
#include "ui/table/row_view.h"

namespace ui {

/// Precision, recall, F1 and support of every class, and their unweighted means.
class ClassScoresTable : public RowView {
    Q_OBJECT
public:
    explicit ClassScoresTable(QWidget* parent = nullptr);
    void setScores(const core::ClassificationScores& scores);

private:
    std::vector<RowColumn> columns() const;

    std::vector<core::ClassScore> m_scores; ///< The means last.
};

} // namespace ui
