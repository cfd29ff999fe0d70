#pragma once

#include "core/data/preview.h"

#include <QWidget>

class QMenu;
class QTableView;
class QToolButton;

namespace ui {

class ColumnHeader;
class RawRowsModel;

/// The table of first rows. A click on a column's header, or the button "Columns" for those without
/// a mouse, offers to use the column as text or as label (of pairs: source or target).
class RawRowsTable : public QWidget {
    Q_OBJECT
public:
    explicit RawRowsTable(QWidget* parent = nullptr);

    void setPreview(const core::DataPreview& preview);
    /// What the format lets one choose, and whether it may be changed now.
    void setChoosable(bool text, bool label);

Q_SIGNALS:
    /// Indices into the preview's columns; the label is -1 when there is none.
    void columnsChosen(const std::vector<int64_t>& textColumns, int labelColumn);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillColumnsMenu();
    void offer(int column, QMenu& menu);
    void useAsText(int column, bool use);
    void useAsLabel(int column);
    void fit(); ///< Columns to what stands in them, the height to the rows.
    enum class Fit { Whole, Scrolled };
    Fit fitColumns();
    void showText(); ///< Scrolls to the text.

    QTableView* m_table;
    ColumnHeader* m_header;
    RawRowsModel* m_model;
    QToolButton* m_button;
    std::vector<int64_t> m_textColumns;
    int m_labelColumn = -1;
    bool m_textChoosable = false;
    bool m_labelChoosable = false;
};

} // namespace ui
