#pragma once

#include "ui/results/row_model.h"
#include "ui/results/text_filter.h"

#include <functional>

namespace ui {

/// Filter and order of a RowModel: numbers by size, texts by letters.
class RowFilter : public TextFilter {
    Q_OBJECT
public:
    explicit RowFilter(RowModel& model, QObject* parent = nullptr);

    /// Which rows are shown beside what was typed; empty: all.
    void setCondition(std::function<bool(int row)> condition);
    int sourceRow(int row) const; ///< Of a shown row.

protected:
    std::vector<std::string_view> textsOf(int row) const override;
    bool accepts(int row) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    RowModel& m_model;
    std::function<bool(int)> m_condition;
};

} // namespace ui
