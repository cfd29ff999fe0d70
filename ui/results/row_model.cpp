#include "ui/results/row_model.h"

#include "ui/results/difference.h"
#include "ui/results/difference_delegate.h"
#include "ui/results/text_beginning.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QStringList>

namespace ui {

void RowModel::setColumns(std::vector<RowColumn> columns)
{
    beginResetModel();
    m_columns = std::move(columns);
    endResetModel();
}

void RowModel::reset(int rows, const std::function<void()>& replace)
{
    beginResetModel();
    replace();
    m_rows = rows;
    endResetModel();
}

int RowModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RowModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QString RowModel::display(const RowColumn& column, int row) const
{
    if (!column.number)
        return beginning(column.text(row), kShownBytes);
    return column.format ? column.format(column.number(row)) : value(column.number(row));
}

/// The whole text, and in words what the row marks.
QString RowModel::toolTip(const RowColumn& column, int row) const
{
    if (column.number)
        return column.help;
    const QString whole = beginning(column.text(row), kToolTipBytes);
    if (!column.other)
        return whole;
    QStringList words;
    for (const TextPart& part :
         differenceOf(whole, beginning(column.other(row), kToolTipBytes)).first)
        words << whole.mid(part.first, part.length);
    return words.isEmpty() ? whole
                           : tr("%1 [only here: %2]").arg(whole, words.join(QStringLiteral(", ")));
}

QVariant RowModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return {};
    const RowColumn& shown = column(index.column());
    const bool number = bool(shown.number);
    switch (role) {
    case Qt::DisplayRole:
        return display(shown, index.row());
    case Qt::AccessibleTextRole:
        return number ? display(shown, index.row()) : toolTip(shown, index.row());
    case Qt::ToolTipRole:
        return toolTipText(toolTip(shown, index.row()));
    case DifferenceDelegate::kOtherRole:
        return shown.other ? QVariant(beginning(shown.other(index.row()), kShownBytes))
                           : QVariant();
    case Qt::FontRole:
        return number ? Theme::instance().numberFont() : Theme::instance().textFont();
    case Qt::TextAlignmentRole:
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || size_t(section) >= m_columns.size())
        return {};
    const RowColumn& shown = column(section);
    if (role == Qt::DisplayRole)
        return shown.title;
    if (role == Qt::ToolTipRole)
        return toolTipText(shown.help);
    if (role == Qt::TextAlignmentRole)
        return int((shown.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace ui
