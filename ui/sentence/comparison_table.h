#pragma once

#include "core/task/translation/translation_inspection.h"

#include <QTableWidget>

namespace ui {

/// A pair teacher-forced beside free running (B3): both sides' tokens position by position, the
/// loss of each as a bar with its number, and the row at which they part.
class ComparisonTable : public QTableWidget {
    Q_OBJECT
public:
    enum Column { Position, Forced, ForcedLoss, Likeliest, Free, FreeLoss, Columns };

    explicit ComparisonTable(QWidget* parent = nullptr);
    void setComparison(const core::TeacherComparison& comparison);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setRow(int row, const core::TeacherComparison& comparison, double largest);
    void setSide(int row, Column first, const core::TargetToken* token, double largest);
    void restyle();

    int m_parting = -1; ///< Row at which the two part.
};

} // namespace ui
