#pragma once

#include "ui/table/row_filter.h"

#include <QTableView>

namespace ui {

/// Rows as a list rather than a spreadsheet: whole rows are chosen, one at a time, nothing is
/// edited, there are no lines, frame or row numbers, and Tab leaves the table. Columns are as wide
/// as their descriptions say, at every size and type. Rows are meant as their owner counts them.
class RowView : public QTableView {
    Q_OBJECT
public:
    /// @param name  of the object.
    RowView(const QString& name, const QString& accessibleName, QWidget* parent = nullptr);

    void setColumns(std::vector<RowColumn> columns);
    RowModel& rows() { return *m_rows; }
    RowFilter& filter() const { return *m_filter; }
    /// Calls `replace`, which changes what the columns read. The current row is none then, and the
    /// place scrolled to stays.
    void reset(
        int rows, const std::function<void()>& replace = [] {});
    void showColumn(int column, bool shown);
    void setSortable(); ///< By clicks on the header; at first as the rows come.
    /// The table likes to be as high as its rows, at most so many.
    void setMostRows(int rows);
    /// Long texts and headings take up to so many lines.
    void setLinesPerRow(int lines);
    void fitRows(int most); ///< It is as high as its rows, at most so many.
    int currentRow() const; ///< -1: none.
    void setCurrentRow(int row); ///< Without rowChosen(); -1: none.
    QSize sizeHint() const override;

Q_SIGNALS:
    void rowChosen(int row); ///< It became the current one by mouse or keys.
    void rowActivated(int row); ///< A click or Return.
    void returnPressed(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void lookLikeList();
    void restyle();
    void fitColumns();
    int ownWidth(int column) const;
    int contentWidth(int column) const;

    RowModel* m_rows;
    RowFilter* m_filter;
    int m_linesPerRow = 1;
    int m_mostRows = 0;
    bool m_quiet = false; ///< The selection is being set from outside.
};

} // namespace ui
