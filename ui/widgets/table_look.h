#pragma once

class QTableView;

namespace ui {

/// A list of rows rather than a spreadsheet: whole rows are chosen, one at a time, nothing is
/// edited, there are no lines, frame or row numbers, and Tab leaves the table.
void lookLikeList(QTableView& table);

} // namespace ui
