#include "ui/results/row_filter.h"

#include <cmath>

namespace ui {

RowFilter::RowFilter(RowModel& model, QObject* parent) : TextFilter(parent), m_model(model)
{
    attach(model);
}

void RowFilter::setCondition(std::function<bool(int)> condition)
{
    m_condition = std::move(condition);
    applyConditions();
}

int RowFilter::sourceRow(int row) const
{
    return mapToSource(index(row, 0)).row();
}

std::vector<std::string_view> RowFilter::textsOf(int row) const
{
    std::vector<std::string_view> texts;
    for (int i = 0; i < m_model.columnCount(); ++i) {
        if (!m_model.column(i).number)
            texts.push_back(m_model.column(i).text(row));
    }
    return texts;
}

bool RowFilter::accepts(int row) const
{
    return !m_condition || m_condition(row);
}

bool RowFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const RowColumn& column = m_model.column(left.column());
    if (!column.number)
        return column.text(left.row()) < column.text(right.row());
    const double a = column.number(left.row()), b = column.number(right.row());
    return std::isnan(a) ? !std::isnan(b) : a < b; // unknown ones first
}

} // namespace ui
