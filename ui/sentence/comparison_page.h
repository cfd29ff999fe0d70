#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/widgets/empty_state.h"

class QLabel;

namespace ui {

/// A pair teacher-forced beside free running (B3): both sides' tokens position by position, the
/// loss of each as a bar with its number, and the row at which they part.
class ComparisonTable : public RowView {
    Q_OBJECT
public:
    enum Column { Position, Forced, ForcedLoss, Likeliest, Free, FreeLoss };

    explicit ComparisonTable(QWidget* parent = nullptr);
    void setComparison(const core::TeacherComparison& comparison);

private:
    using Side = core::TranslationInspection core::TeacherComparison::*;

    std::vector<RowColumn> columns() const;
    RowColumn tokenColumn(const char* name, const QString& title, const QString& help,
                          Side side) const;
    RowColumn lossColumn(const char* name, Side side) const;
    QString position(int row) const;
    const core::TargetToken* token(Side side, int row) const; ///< Null: it has ended there.

    core::TeacherComparison m_comparison;
    double m_largest = 0.0; ///< Loss.
};

/// A reference teacher-forced beside free running: where they part in a sentence, the losses token
/// by token, and what they mean. Without a reference, how to give one.
class ComparisonPage : public ContentOrEmpty {
    Q_OBJECT
public:
    explicit ComparisonPage(QWidget* parent = nullptr);

    void setComparison(const core::TeacherComparison& comparison);
    void clear() { showEmpty(); }

private:
    QWidget* buildTable();

    QLabel* m_parting = nullptr;
    ComparisonTable* m_table = nullptr;
};

} // namespace ui
