#pragma once

#include "core/base/json.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Answers described once, for output as JSON, as tables for spreadsheets and as text for terminals
// and screen readers. Plain values; any thread.

namespace core {

/// One value; empty where it is unknown.
using ReadoutCell = std::variant<std::monostate, bool, int64_t, double, std::string>;

template <class Value> ReadoutCell readoutCell(const Value& value)
{
    if constexpr (std::same_as<Value, bool>)
        return value;
    else if constexpr (std::integral<Value>)
        return static_cast<int64_t>(value);
    else if constexpr (std::floating_point<Value>)
        return static_cast<double>(value);
    else if constexpr (requires { value.has_value(); })
        return value ? readoutCell(*value) : ReadoutCell();
    else
        return std::string(value);
}

/// A number, a truth value or a text as it is, everything else as JSON text.
ReadoutCell jsonCell(const Json& json);

/// The name of a value, a list, a table, a matrix or a part.
struct ReadoutName {
    /// @param name  key in JSON, snake_case; frozen, because scripts read it.
    /// @param title  as a person reads it, English.
    /// @param unit  "nats", "tokens"; empty for pure numbers.
    ReadoutName(std::string_view name, std::string_view title, std::string_view unit = {});
    // Defined once, because hundreds of names are written down.
    ReadoutName(const ReadoutName&);
    ReadoutName(ReadoutName&&) noexcept;
    ReadoutName& operator=(ReadoutName&&) noexcept;
    ~ReadoutName();

    std::string name, title, unit;
};

/// Rows with a value in each column. JSON: a list of objects.
struct ReadoutTable {
    struct Column {
        ReadoutName name;
        std::vector<ReadoutCell> cells;
    };
    std::vector<Column> columns;
    size_t rows = 0;
};

/// Numbers over two axes. JSON: a list of rows; what is not finite is null.
struct ReadoutMatrix {
    std::vector<std::string> rowLabels, columnLabels; ///< Empty: numbered from 0.
    size_t rows = 0, columns = 0;
    std::vector<double> values; ///< [rows * columns]
};

/// An answer, or a part of one, in the order in which it was described.
class Readout {
public:
    using List = std::vector<ReadoutCell>;
    struct Item {
        ReadoutName name;
        /// The last two are a part and several parts of one kind.
        std::variant<ReadoutCell, List, ReadoutTable, ReadoutMatrix, std::unique_ptr<Readout>,
                     std::vector<Readout>>
            content;
        std::string beside = {}; ///< See list().
        bool isKey = false; ///< See key().
    };

    // Defined once rather than in each file that describes an answer.
    Readout();
    Readout(Readout&&) noexcept;
    Readout& operator=(Readout&&) noexcept;
    ~Readout();

    template <class Value> Readout& value(ReadoutName name, const Value& value)
    {
        return this->value(std::move(name), readoutCell(value));
    }
    Readout& value(ReadoutName name, ReadoutCell cell);
    /// A value that tells a part from the others of its kind.
    template <class Value> Readout& key(ReadoutName name, const Value& value)
    {
        this->value(std::move(name), readoutCell(value));
        m_items.back().isKey = true;
        return *this;
    }
    /// @param beside  a list or table before it to whose values or rows it belongs; empty: none.
    template <class Values>
    Readout& list(ReadoutName name, const Values& values, std::string_view beside = {})
    {
        List cells;
        for (const auto& each : values)
            cells.push_back(readoutCell<std::decay_t<decltype(each)>>(each));
        return addList(std::move(name), std::move(cells), beside);
    }
    /// A table with a row for each of `rows`. @param columns  pairs of a name and what gives the
    /// value of a row: a pointer to a member or a function.
    template <class Rows, class... Columns>
    Readout& table(ReadoutName name, const Rows& rows,
                   const std::pair<ReadoutName, Columns>&... columns)
    {
        ReadoutTable table;
        table.rows = rows.size();
        (table.columns.push_back(columnOf(rows, columns)), ...);
        return addTable(std::move(name), std::move(table));
    }
    /// @pre as many values as rows times columns.
    template <class Value>
    Readout& matrix(ReadoutName name, const std::vector<Value>& values, size_t rows, size_t columns,
                    std::vector<std::string> rowLabels = {})
    {
        return addMatrix(std::move(name),
                         {std::move(rowLabels), {}, rows, columns, {values.begin(), values.end()}});
    }
    template <class Value>
    Readout& matrix(ReadoutName name, const std::vector<Value>& values,
                    std::vector<std::string> rowLabels, std::vector<std::string> columnLabels)
    {
        const size_t rows = rowLabels.size(), columns = columnLabels.size();
        return addMatrix(std::move(name),
                         {std::move(rowLabels),
                          std::move(columnLabels),
                          rows,
                          columns,
                          {values.begin(), values.end()}});
    }
    /// Rows of equal lengths.
    template <class Value>
    Readout& matrix(ReadoutName name, const std::vector<std::vector<Value>>& rows,
                    std::vector<std::string> rowLabels = {},
                    std::vector<std::string> columnLabels = {})
    {
        std::vector<double> values;
        for (const std::vector<Value>& row : rows)
            values.insert(values.end(), row.begin(), row.end());
        return addMatrix(std::move(name),
                         {std::move(rowLabels), std::move(columnLabels), rows.size(),
                          rows.empty() ? 0 : rows.front().size(), std::move(values)});
    }
    /// A value for each name: {"positive": 0.9, "negative": 0.1}.
    template <class Value>
    Readout& named(ReadoutName name, const std::vector<std::string>& names,
                   const std::vector<Value>& values)
    {
        Readout part;
        for (size_t i = 0; i < std::min(names.size(), values.size()); ++i)
            part.value({names[i], names[i]}, values[i]);
        return this->part(std::move(name), std::move(part));
    }
    Readout& part(ReadoutName name, Readout part);
    /// Several of one kind. @param described  void(const Row&, Readout&)
    template <class Rows, class Described>
    Readout& parts(ReadoutName name, const Rows& rows, Described described)
    {
        std::vector<Readout> all(rows.size());
        size_t at = 0;
        for (const auto& row : rows)
            std::invoke(described, row, all[at++]);
        return addParts(std::move(name), std::move(all));
    }

    /// Removes the items of this name.
    Readout without(const std::string& name) &&;

    const std::vector<Item>& items() const { return m_items; }

private:
    template <class Rows, class Get>
    static ReadoutTable::Column columnOf(const Rows& rows, const std::pair<ReadoutName, Get>& from)
    {
        ReadoutTable::Column column{from.first, {}};
        for (const auto& row : rows)
            column.cells.push_back(
                readoutCell<std::decay_t<decltype(std::invoke(from.second, row))>>(
                    std::invoke(from.second, row)));
        return column;
    }
    Readout& addList(ReadoutName name, List list, std::string_view beside);
    Readout& addTable(ReadoutName name, ReadoutTable table);
    Readout& addMatrix(ReadoutName name, ReadoutMatrix matrix);
    Readout& addParts(ReadoutName name, std::vector<Readout> parts);

    std::vector<Item> m_items;
};

/// A column of Readout::table().
template <class Get> std::pair<ReadoutName, Get> column(ReadoutName name, Get get)
{
    return {std::move(name), std::move(get)};
}

Json toJson(const Readout& readout);

/// The names of the tables, which together hold all of the answer:
/// - "values": a row for each single value of the answer and of its parts, where there are some;
/// - each table and matrix, and each list with those beside it: "tokens", "update.changes";
/// - for several parts of one kind a row for each part ("attention") and, for what is in them, one
///   table for all ("attention.weights"). Its first columns are the number of the part and its
///   keys. Matrices are written there cell by cell.
/// The title is made of those on the way: "Attention / Weights".
std::vector<ReadoutName> tablesOf(const Readout& readout);
/// One of them, or, as "attention.0.weights", a table, list or matrix of one part alone.
/// @throws Error{BadSetting} when there is none of that name; the sentence lists those there are.
ReadoutTable tableOf(const Readout& readout, const std::string& name);
/// The labels of the rows, under an empty heading, and the columns under their labels.
ReadoutTable tableOf(const ReadoutMatrix& matrix);
/// As comma-separated values with a heading (RFC 4180, lines end in \n).
std::string tableCsv(const ReadoutTable& table);

/// All of it for a terminal or a screen reader, a line a value; tables and matrices are aligned,
/// and so are lists side by side of more than `kReadoutColumns` values. Other lists and matrices
/// with more than `kReadoutCells` values, or `kReadoutColumns` columns, are only counted. Only the
/// first `kReadoutParts` parts, and rows of lists of more than 100, are written; texts in tables
/// are cut.
std::vector<std::string> textLines(const Readout& readout);
inline constexpr size_t kReadoutCells = 1024, kReadoutColumns = 24, kReadoutParts = 20;

} // namespace core
