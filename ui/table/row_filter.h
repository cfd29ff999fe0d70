#pragma once

#include "ui/table/row_model.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace ui {

/// Sorts the rows and filters them by a condition and by typed text: numbers by size, texts
/// alphabetically, unknown values first. The search runs in slices between other events, because
/// 50,000 texts take longer than a frame.
class RowFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// @param model  outlives the filter.
    explicit RowFilter(RowModel& model, QObject* parent = nullptr);

    void setText(const QString& text); ///< Case is ignored; empty: all rows.
    /// A further condition for rows to be shown; empty: none.
    void setCondition(std::function<bool(int row)> condition);
    int sourceRow(int row) const; ///< Source row of a shown row.
    int shownRow(int sourceRow) const; ///< -1: it is not shown.
    /// Writes the shown rows in their order, with the columns that have names.
    void write(TableText& table) const;

Q_SIGNALS:
    void filtered(); ///< The filter has been applied.

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    void restart();
    void searchSlice();
    bool found(int row, size_t& bytes) const;
    void apply();

    RowModel& m_model;
    std::function<bool(int)> m_condition;
    QString m_text;
    std::vector<char> m_found; ///< One per row; empty: no text was typed.
    std::vector<char> m_finding; ///< Being filled.
    QTimer m_slices;
};

} // namespace ui
