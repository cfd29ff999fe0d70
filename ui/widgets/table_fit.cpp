#include "ui/widgets/table_fit.h"

#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace ui {

void fitTable(QTableView& table, int mostRows, const std::function<void()>& columns)
{
    table.ensurePolished();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 12);
    if (columns)
        columns();
    const int rows = std::min(table.model()->rowCount(), mostRows);
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height()
                         + rows * table.verticalHeader()->defaultSectionSize() + 6);
}

void keepFitted(QTableView& table, const std::function<void()>& fit)
{
    // Queued: the new style sheet reaches the table only after the theme's own signal.
    QObject::connect(&Theme::instance(), &Theme::changed, &table, fit, Qt::QueuedConnection);
}

} // namespace ui
