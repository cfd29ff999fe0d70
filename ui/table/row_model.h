#pragma once

#include "ui/figure/figure.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QPixmap>
#include <QString>

#include <functional>
#include <type_traits>
#include <vector>

namespace ui {

/// Letters [first, first + length) of a text.
struct TextPart {
    int first = 0, length = 0;

    friend bool operator==(const TextPart&, const TextPart&) = default;
};

/// The words of two texts that are not in their common subsequence.
struct TextDifference {
    std::vector<TextPart> first, second;
};

/// Compares words between white space by their longest common subsequence. Texts of more than 300
/// words are not compared; no row shows as many.
TextDifference differenceOf(const QString& first, const QString& second);

/// A column of a table: its values, and how they are shown and written.
struct RowColumn {
    std::string name; ///< Name in files; empty: the column is not written.
    QString title = {}, help = {}; ///< Text and tool tip of the header.
    /// The value to sort by and to write; texts are searched.
    std::function<Cell(int row)> value = {};
    std::function<QString(int row)> shown = {}; ///< Text to show instead of the value.
    std::function<QString(int row)> said = {}; ///< Text for tool tips and screen readers.
    std::function<QString(int row)> tip = {}; ///< Text for tool tips only.
    Qt::Alignment alignment = Qt::AlignLeft; ///< Right: numbers are aligned.
    QString widest = {}; ///< The longest expected text; sets the width.
    int letters = 0; ///< As wide as its contents, up to this many letters.
    double share = 0.0; ///< Share of the remaining width.
    std::function<std::string_view(int row)> other
        = {}; ///< Words that this text lacks are underlined.
    std::function<std::vector<TextPart>(int row)> marks = {}; ///< These are underlined instead.
    std::function<double(int row)> bar = {}; ///< 0 to 1: a bar beside the number; below 0: none.
    bool onlyWritten = false; ///< Not shown in the window.
    /// Where a text without room is cut: the end of a name tells it from others as well.
    Qt::TextElideMode elided = Qt::ElideRight;
};

/// Reads a member of the rows of a table, such as `&core::SearchGain::source`. @param rows outlives
/// the columns.
template <class Row, class Value>
std::function<Cell(int)> cells(const std::vector<Row>& rows, Value Row::*part)
{
    return [&rows, part](int row) -> Cell {
        const Value& value = rows[size_t(row)].*part;
        if constexpr (std::is_same_v<Value, std::string>)
            return std::string_view(value);
        else if constexpr (std::is_integral_v<Value>)
            return int64_t{value};
        else
            return double(value);
    };
}

/// A column of texts that shares the remaining width.
RowColumn textColumn(std::string name, const QString& title, const QString& help,
                     std::function<Cell(int)> text);
/// A column of numbers as wide as `widest`. @param format  empty: value().
RowColumn numberColumn(std::string name, const QString& title, const QString& help,
                       std::function<Cell(int)> number, std::function<QString(double)> format,
                       const QString& widest);
/// A column of files only.
RowColumn writtenColumn(std::string name, std::function<Cell(int)> value);

/// How a cell differs from others.
struct RowLook {
    bool bold = false;
    QColor colour = {}; ///< Colour of its text.
    QPixmap picture = {}; ///< Picture before its text.
};

/// A model over rows that its owner holds, described by columns. It makes texts for visible rows
/// only, so that 50,000 rows cost nothing.
class RowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        MarksRole = Qt::UserRole + 1, ///< std::vector<TextPart>: what is underlined.
        BarRole,
        WidestRole ///< The longest expected text beside a bar.
    };

    explicit RowModel(QObject* parent = nullptr) : QAbstractTableModel(parent) { }

    void setColumns(std::vector<RowColumn> columns);
    void setHeadingsWrapped(bool wrapped) { m_headingsWrapped = wrapped; }
    void setLook(std::function<RowLook(int row, int column)> look) { m_look = std::move(look); }
    void setTypeFactor(double factor) { m_typeFactor = factor; } ///< Larger than other texts.
    const RowColumn& column(int index) const { return m_columns[m_shown[size_t(index)]]; }
    const std::vector<RowColumn>& allColumns() const { return m_columns; }
    /// Calls `replace`, which changes the rows, between the two signals of a reset.
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
    std::vector<size_t> m_shown; ///< Indices of the columns in the window.
    std::function<RowLook(int, int)> m_look;
    double m_typeFactor = 1.0;
    bool m_headingsWrapped = false;
    int m_rows = 0;
};

} // namespace ui
