#pragma once

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QTableView;
class QToolButton;

namespace ui {

class TextFilter;

/// A table with a line of filters above and the number of rows below: find in the texts, further
/// filters, export. A click or Return opens a row. Shared by the tables of all tasks.
class RowTable : public QWidget {
    Q_OBJECT
public:
    explicit RowTable(QWidget* parent = nullptr);

Q_SIGNALS:
    void exportRequested();

protected:
    /// Once, by what derives from this: builds everything around `filter`.
    /// @param name  object name of the table. @param stretched  column that takes free room.
    void build(TextFilter& filter, const QString& name, const QString& accessibleName,
               int stretched);
    /// A choice beside the search line, before the buttons.
    void addFilter(QWidget* filter);
    /// A button before Export.
    void addButton(QToolButton* button);
    QTableView& table() const { return *m_table; }
    int currentRow() const; ///< Of the filter; -1: none.

    virtual void activate(int row) = 0; ///< Row of the filter.
    virtual QString countText(int shown, int all) const = 0;
    /// Sets column widths; called at every change of size and type.
    virtual void fitColumns() = 0;
    void showCount();
    void restyle();

    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildFilters();
    TextFilter* m_filter = nullptr;
    QHBoxLayout* m_filters = nullptr;
    QTableView* m_table = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_count = nullptr;
};

/// A combo box for such a line.
QComboBox* makeFilterBox(const QString& name, const QString& accessibleName,
                         const QStringList& entries, int letters);

} // namespace ui
