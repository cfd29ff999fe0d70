#include "ui/widgets/table_look.h"

#include <QHeaderView>
#include <QTableView>

namespace ui {

void lookLikeList(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setWordWrap(false);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
}

} // namespace ui
