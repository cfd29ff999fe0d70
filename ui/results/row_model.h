#pragma once

#include <QAbstractTableModel>

#include <functional>
#include <string_view>
#include <vector>

namespace ui {

/// A column of a table of texts and numbers.
struct RowColumn {
    QString title, help;
    std::function<std::string_view(int row)> text; ///< The whole text.
    std::function<double(int row)> number; ///< In place of a text.
    std::function<QString(double)> format = {}; ///< Of the number.
    std::function<std::string_view(int row)> other = {}; ///< Differences to it are marked.
};

/// Rows that their owner holds, described by columns. Makes texts for the rows that are seen only,
/// so that 50,000 rows cost nothing.
class RowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit RowModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setColumns(std::vector<RowColumn> columns); ///< Once.
    const RowColumn& column(int index) const { return m_columns[size_t(index)]; }
    /// Calls `replace`, which changes what the columns read, between the two signals of a reset.
    void reset(int rows, const std::function<void()>& replace);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString display(const RowColumn& column, int row) const;
    QString toolTip(const RowColumn& column, int row) const;
    std::vector<RowColumn> m_columns;
    int m_rows = 0;
};

} // namespace ui
