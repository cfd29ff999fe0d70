#pragma once

#include "core/data/preview.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class RowView;

/// Rows that cannot be used, each with file, line and reason, and the button that lets training
/// go on without them. Hidden while there are none.
class BadRowsTable : public QWidget {
    Q_OBJECT
public:
    explicit BadRowsTable(QWidget* parent = nullptr);

    void setRows(const std::vector<core::BadRow>& rows, qint64 total);
    void setSkipping(bool skipping); ///< What the spec says now.
    void setEditable(bool editable);

Q_SIGNALS:
    void skipRequested();

private:
    const core::BadRow& at(int row) const { return m_rows[size_t(row)]; }
    void showState();

    QLabel* m_title;
    QPushButton* m_skip;
    RowView* m_table;
    std::vector<core::BadRow> m_rows;
    qint64 m_total = 0;
    bool m_skipping = false;
    bool m_editable = true;
};

} // namespace ui
