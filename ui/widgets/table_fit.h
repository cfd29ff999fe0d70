#pragma once

#include <functional>

class QTableView;

namespace ui {

/// As many rows as there are, at most `mostRows`, without a scroll bar of its own; row heights
/// follow the type size. `columns`, if given, sets the widths. Called after new content.
void fitTable(QTableView& table, int mostRows, const std::function<void()>& columns = {});

/// Calls `fit` again whenever the type size may have changed, while the table lives.
void keepFitted(QTableView& table, const std::function<void()>& fit);

} // namespace ui
