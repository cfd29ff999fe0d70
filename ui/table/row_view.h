#pragma once

#include "ui/table/row_filter.h"
#include "ui/widgets/pointing.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace ui {

/// A text with some parts (RowModel::MarksRole) underlined and coloured.
class DifferenceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// A text that is cut in the middle where there is no room.
class NameDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// A number with a bar, whose length is the share in RowModel::BarRole, 0 to 1.
class BarDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// A table that behaves as a list: single rows are selected, nothing is edited, there are no grid
/// lines, frame or row numbers, and Tab leaves the table. Column descriptions set the widths at
/// every font size. Row numbers are those of the owner. In a presentation the type of a few rows
/// grows until they fill the table, or until the columns do.
class RowView : public QTableView {
    Q_OBJECT
public:
    /// @param name  of the object.
    RowView(const QString& name, const QString& accessibleName, QWidget* parent = nullptr);

    void setColumns(std::vector<RowColumn> columns);
    RowModel& rows() { return *m_rows; }
    RowFilter& filter() const { return *m_filter; }
    /// Calls `replace`, which changes the rows. Clears the current row and keeps the scroll
    /// position.
    void reset(
        int rows, const std::function<void()>& replace = [] {});
    void showColumn(int column, bool shown);
    void setSortable(); ///< By clicks on the header; unsorted at first.
    /// The size hint is the height of the rows, up to this many.
    void setMostRows(int rows);
    /// Wraps long texts and headings into up to this many lines.
    void setLinesPerRow(int lines);
    void fitRows(int most); ///< Fixes the height to that of the rows, up to this many.
    /// Has other views frame what the pointer is at, as Items::link() does, and frames here what it
    /// is at in others.
    void link(MarkOf rows);
    int currentRow() const; ///< -1: none.
    enum class Scrolling { ToRow, None };
    /// Without rowChosen(); -1: none.
    void setCurrentRow(int row, Scrolling scrolling = Scrolling::ToRow);
    QSize sizeHint() const override;

Q_SIGNALS:
    void rowChosen(int row); ///< It became the current one by mouse or keys.
    void rowActivated(int row); ///< A click or Return.
    void returnPressed(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void report(int row, bool chosen);
    void react(const std::vector<Mark>& marks);
    void lookLikeList();
    void restyle();
    void grow();
    double growth() const;
    int grownRow(double growth) const;
    void fitColumns();
    int ownWidth(int column) const;
    int wholeWidth(int column) const;
    int contentWidth(int column) const;

    RowModel* m_rows;
    RowFilter* m_filter;
    MarkOf m_mark; ///< Empty: not linked.
    int m_framed = -1; ///< Pointed at elsewhere; -1: none.
    int m_linesPerRow = 1;
    int m_mostRows = 0;
    double m_growth = 1.0; ///< How much larger its type is, in a presentation.
    bool m_quiet = false; ///< The selection is being set from outside.
};

} // namespace ui
