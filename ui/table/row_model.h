#pragma once

#include "ui/figure/table_text.h"
#include "ui/table/difference.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QPixmap>

#include <functional>
#include <vector>

namespace ui {

/// A column of a table: what it holds, and how that is shown and written.
struct RowColumn {
    std::string name; ///< In files; empty: it is not written.
    QString title = {}, help = {}; ///< Of the header.
    /// What rows are sorted by and what is written; texts are searched.
    std::function<Cell(int row)> value = {};
    std::function<QString(int row)> shown = {}; ///< In place of the value as it is.
    std::function<QString(int row)> said = {}; ///< By tool tips and screen readers, in place of it.
    std::function<QString(int row)> tip = {}; ///< By tool tips alone.
    Qt::Alignment alignment = Qt::AlignLeft; ///< Right: its numbers stand under each other.
    QString widest = {}; ///< The longest that is to be expected: how wide the column is.
    int letters = 0; ///< As wide as what stands in it, at most so many letters.
    double share = 0.0; ///< Of the room that is left, among the columns that share it.
    std::function<std::string_view(int row)> other = {}; ///< Words it lacks are underlined here.
    std::function<std::vector<TextPart>(int row)> marks = {}; ///< These are underlined instead.
    std::function<double(int row)> bar = {}; ///< 0 to 1: a bar beside the number; below 0: none.
    bool onlyWritten = false; ///< Not shown in the window.
};

/// A column of texts that shares the free room.
RowColumn textColumn(std::string name, const QString& title, const QString& help,
                     std::function<Cell(int)> text);
/// A column of numbers as wide as `widest`. @param format  empty: as numbers usually are.
RowColumn numberColumn(std::string name, const QString& title, const QString& help,
                       std::function<Cell(int)> number, std::function<QString(double)> format,
                       const QString& widest);
/// A column of files only.
RowColumn writtenColumn(std::string name, std::function<Cell(int)> value);

/// How a cell differs from others.
struct RowLook {
    bool bold = false;
    QColor colour = {}; ///< Of its text.
    QPixmap picture = {}; ///< Before its text.
};

/// Rows that their owner holds, described by columns. Makes texts for the rows that are seen only,
/// so that 50,000 rows cost nothing.
class RowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        MarksRole = Qt::UserRole + 1, ///< std::vector<TextPart>: what is underlined.
        BarRole,
        WidestRole ///< The longest text that is to be expected beside a bar.
    };

    explicit RowModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setColumns(std::vector<RowColumn> columns);
    void setHeadingsWrapped(bool wrapped) { m_headingsWrapped = wrapped; }
    void setLook(std::function<RowLook(int row, int column)> look) { m_look = std::move(look); }
    const RowColumn& column(int index) const { return m_columns[m_shown[size_t(index)]]; }
    const std::vector<RowColumn>& allColumns() const { return m_columns; }
    /// Calls `replace`, which changes what the columns read, between the two signals of a reset.
    void reset(int rows, const std::function<void()>& replace);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString display(const RowColumn& column, int row);
    QString toolTip(const RowColumn& column, int row) const;
    QVariant lookAt(const QModelIndex& index, int role) const;

    std::vector<RowColumn> m_columns;
    std::vector<size_t> m_shown; ///< Indices of those in the window.
    std::function<RowLook(int, int)> m_look;
    bool m_headingsWrapped = false;
    int m_rows = 0;
};

} // namespace ui
