#pragma once

#include "core/nn/by_hand/attention_by_hand.h"

#include <QStringList>
#include <QWidget>

#include <optional>

class QLabel;
class QTableWidget;

namespace ui {

/// A small table that numbers are typed into, as large as they need. Blocks of cells are copied and
/// pasted as spreadsheets do it.
class NumberGrid : public QWidget {
    Q_OBJECT
public:
    /// @param title  with a mnemonic. @param rowName  "q": rows are called q1, q2 ...
    NumberGrid(const QString& title, const QString& rowName, QWidget* parent = nullptr);

    /// Names of the rows and columns of tables to come; without them they are numbered.
    void setNames(const QStringList& rows, const QStringList& columns);
    /// Long numbers are shown with so many significant digits, with all of them as a tool tip.
    void setDigits(int digits) { m_digits = digits; }
    void setRange(double least, double most); ///< Other numbers are refused.
    void setTable(const core::NumberTable& table); ///< Without edited().
    const core::NumberTable& table() const { return m_table; }

Q_SIGNALS:
    void edited();
    void refused(const QString& text); ///< That is no number: the cell keeps what it had.

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString shownText(double number) const;
    std::optional<double> numberOf(const QString& text) const;
    void take(int row, int column);
    void copy() const;
    void paste();
    void showCell(int row, int column);
    void fit();

    QString m_rowName;
    QStringList m_rows, m_columns;
    double m_least, m_most;
    int m_digits = 6;
    QTableWidget* m_cells;
    core::NumberTable m_table;
};

} // namespace ui
