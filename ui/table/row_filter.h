#pragma once

#include "ui/table/row_model.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace ui {

/// Rows in the order that the user wants, of those that a condition allows and whose texts contain
/// what was typed: numbers by size, texts by letters, unknown ones first. Texts are searched in
/// slices between other events, because 50,000 of them take longer than a frame.
class RowFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// @param model  outlives the filter.
    explicit RowFilter(RowModel& model, QObject* parent = nullptr);

    void setText(const QString& text); ///< Letters of either case; empty: all.
    /// Which rows are shown beside what was typed; empty: all.
    void setCondition(std::function<bool(int row)> condition);
    int sourceRow(int row) const; ///< Of a shown row.
    int shownRow(int sourceRow) const; ///< -1: it is not shown.
    /// Every row that is shown, in the order shown, with the columns that have names.
    void write(TableText& table) const;

Q_SIGNALS:
    void filtered(); ///< What is shown is up to date.

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
    std::vector<char> m_found; ///< One a row; empty: no text is looked for.
    std::vector<char> m_finding; ///< Being filled.
    QTimer m_slices;
};

} // namespace ui
