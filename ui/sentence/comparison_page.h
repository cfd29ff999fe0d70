#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "ui/figure/table_text.h"
#include "ui/widgets/empty_state.h"

class QLabel;

namespace ui {

class ComparisonTable;

/// A reference teacher-forced beside free running: where they part in a sentence, the losses token
/// by token, and what they mean. Without a reference, how to give one.
class ComparisonPage : public ContentOrEmpty {
    Q_OBJECT
public:
    explicit ComparisonPage(QWidget* parent = nullptr);

    void setComparison(const core::TeacherComparison& comparison);
    void clear() { showEmpty(); }
    void write(TableText& table) const;

private:
    QWidget* buildTable();

    QLabel* m_parting = nullptr;
    ComparisonTable* m_table = nullptr;
};

} // namespace ui
