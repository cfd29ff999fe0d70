#include "ui/table/row_filter.h"

#include <cmath>

namespace ui {

namespace {

constexpr size_t kSliceBytes = 1 << 20; ///< Searched in a few milliseconds.

/// NaN is an unknown value, which is sorted before all others.
Cell sortable(Cell cell)
{
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr && std::isnan(*number) ? Cell() : cell;
}

} // namespace

RowFilter::RowFilter(RowModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(&model); // First, so that our handlers run after the proxy's own.
    setDynamicSortFilter(true);
    connect(&m_slices, &QTimer::timeout, this, &RowFilter::searchSlice);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_slices.stop();
        m_found.clear();
    });
    connect(&model, &QAbstractItemModel::modelReset, this, &RowFilter::restart);
}

void RowFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    restart();
}

void RowFilter::setCondition(std::function<bool(int)> condition)
{
    m_condition = std::move(condition);
    apply();
}

int RowFilter::sourceRow(int row) const
{
    return mapToSource(index(row, 0)).row();
}

int RowFilter::shownRow(int sourceRow) const
{
    return mapFromSource(m_model.index(sourceRow, 0)).row();
}

void RowFilter::write(TableText& table) const
{
    const auto writeLine = [&](const std::function<void(const RowColumn&)>& write) {
        for (const RowColumn& column : m_model.allColumns()) {
            if (!column.name.empty())
                write(column);
        }
        table.endRow();
    };
    writeLine([&](const RowColumn& column) { table.add(column.name); });
    for (int row = 0; row < rowCount(); ++row) {
        const int source = sourceRow(row);
        writeLine([&](const RowColumn& column) { table.add(column.value(source)); });
    }
}

void RowFilter::restart()
{
    m_finding.clear();
    if (!m_text.isEmpty()) {
        m_slices.start(0);
        return;
    }
    m_slices.stop();
    m_found.clear();
    apply();
}

bool RowFilter::found(int row, size_t& bytes) const
{
    for (int i = 0; i < m_model.columnCount(); ++i) {
        const Cell cell = m_model.column(i).value(row);
        const auto* text = std::get_if<std::string_view>(&cell);
        if (text == nullptr)
            continue;
        bytes += text->size() + 64;
        if (QString::fromUtf8(text->data(), qsizetype(text->size()))
                .contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

void RowFilter::searchSlice()
{
    const auto all = size_t(m_model.rowCount());
    for (size_t bytes = 0; m_finding.size() < all && bytes < kSliceBytes;) {
        const bool there = found(int(m_finding.size()), bytes);
        m_finding.push_back(there ? 1 : 0);
    }
    if (m_finding.size() < all)
        return;
    m_slices.stop();
    m_found.swap(m_finding);
    apply();
}

void RowFilter::apply()
{
    invalidateFilter();
    Q_EMIT filtered();
}

bool RowFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (m_condition && !m_condition(row))
        return false;
    return m_found.empty() || size_t(row) >= m_found.size() || m_found[size_t(row)] != 0;
}

bool RowFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const RowColumn& column = m_model.column(left.column());
    return sortable(column.value(left.row())) < sortable(column.value(right.row()));
}

} // namespace ui
