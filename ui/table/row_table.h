#pragma once

#include "ui/figure/figure.h"
#include "ui/table/row_view.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ui {

/// A table with a line of filters above and the number of rows below: find in the texts, further
/// filters, sorting. A click or Return opens a row.
class RowTable : public QWidget {
    Q_OBJECT
public:
    /// The text below the table for the numbers of shown and of all rows.
    using CountText = std::function<QString(int shown, int all)>;
    /// For tables of texts that a click opens.
    static QString countOfTexts(int shown, int all);

    /// @param name  object name of the table within.
    RowTable(const QString& name, const QString& accessibleName, CountText countText,
             QWidget* parent = nullptr);

    /// The rows that are shown, in the order shown.
    Figure figure(const QString& title, const QString& name) const;

protected:
    RowView& view() { return *m_view; }
    const RowView& view() const { return *m_view; }
    /// A choice beside the search line, before the buttons.
    QComboBox* addFilter(const QString& name, const QString& accessibleName,
                         const QStringList& entries, int letters);
    QToolButton* addButton(const QString& name, const QString& text, const QString& help);
    void reset(int rows, const std::function<void()>& replace);

private:
    void showCount();

    RowView* m_view;
    CountText m_countText;
    QHBoxLayout* m_filters;
    QLabel* m_count;
};

} // namespace ui
