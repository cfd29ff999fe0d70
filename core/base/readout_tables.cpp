#include "core/base/error.h"
#include "core/base/readout.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace core {

namespace {

/// Calls the function for the kind of content that there is.
template <class... Functions> struct ContentCases : Functions... {
    using Functions::operator()...;
};
template <class... Functions> ContentCases(Functions...) -> ContentCases<Functions...>;

/// A matrix with a row for each cell: its place, counted from 0, labels where there are some, and
/// the value.
ReadoutTable cellsOfMatrix(const ReadoutMatrix& matrix, const ReadoutName& name)
{
    ReadoutTable table;
    table.rows = matrix.values.size();
    const auto add = [&](const ReadoutName& column, const auto& cell) {
        table.columns.push_back({column, {}});
        for (size_t i = 0; i < table.rows; ++i)
            table.columns.back().cells.push_back(
                readoutCell(cell(i / matrix.columns, i % matrix.columns)));
    };
    add({"row", "Row"}, [](size_t row, size_t) { return row; });
    if (matrix.rowLabels.size() == matrix.rows)
        add({"row_label", "Label of the row"},
            [&](size_t row, size_t) { return matrix.rowLabels[row]; });
    add({"column", "Column"}, [](size_t, size_t column) { return column; });
    if (matrix.columnLabels.size() == matrix.columns)
        add({"column_label", "Label of the column"},
            [&](size_t, size_t column) { return matrix.columnLabels[column]; });
    add(name,
        [&](size_t row, size_t column) { return matrix.values[row * matrix.columns + column]; });
    return table;
}

ReadoutTable tableOfList(const ReadoutName& name, const Readout::List& list)
{
    ReadoutTable table;
    table.rows = list.size();
    table.columns.push_back({name, list});
    return table;
}

/// The table, list or matrix at a path such as "attention.0.weights"; none: it leads elsewhere.
std::optional<ReadoutTable> tableAt(const Readout& readout, std::string_view path)
{
    using Found = std::optional<ReadoutTable>;
    for (const Readout::Item& item : readout.items()) {
        const std::string& name = item.name.name;
        const bool isWhole = path == name;
        if (!isWhole && !path.starts_with(name + '.'))
            continue;
        const std::string_view rest = isWhole ? std::string_view() : path.substr(name.size() + 1);
        Found found = std::visit(
            ContentCases{
                [](const ReadoutCell&) { return Found(); },
                [&](const Readout::List& list) {
                    return isWhole ? Found(tableOfList(item.name, list)) : Found();
                },
                [&](const ReadoutTable& table) { return isWhole ? Found(table) : Found(); },
                [&](const ReadoutMatrix& matrix) {
                    return isWhole ? Found(tableOf(matrix)) : Found();
                },
                [&](const std::unique_ptr<Readout>& part) { return tableAt(*part, rest); },
                [&](const std::vector<Readout>& parts) {
                    const size_t digits = std::min(rest.find('.'), rest.size());
                    for (size_t i = 0; i < parts.size(); ++i)
                        if (rest.substr(0, digits) == std::to_string(i) && digits < rest.size())
                            return tableAt(parts[i], rest.substr(digits + 1));
                    return Found();
                }},
            item.content);
        if (found)
            return found;
    }
    return {};
}

/// A single value with the path to it: "probabilities.positive".
using NamedCell = std::pair<ReadoutName, ReadoutCell>;

/// The single values of an answer and of its single parts.
void addValues(const Readout& readout, const std::string& path, std::vector<NamedCell>& values)
{
    for (const Readout::Item& item : readout.items()) {
        const std::string name = path + item.name.name;
        if (const auto* cell = std::get_if<ReadoutCell>(&item.content))
            values.emplace_back(ReadoutName(name, item.name.title, item.name.unit), *cell);
        else if (const auto* part = std::get_if<std::unique_ptr<Readout>>(&item.content))
            addValues(**part, name + '.', values);
    }
}

ReadoutTable tableOfValues(const std::vector<NamedCell>& values)
{
    ReadoutTable table{{{{"name", "Name"}, {}}, {{"value", "Value"}, {}}, {{"unit", "Unit"}, {}}},
                       values.size()};
    for (const auto& [name, cell] : values) {
        table.columns[0].cells.emplace_back(name.name);
        table.columns[1].cells.push_back(cell);
        table.columns[2].cells.emplace_back(name.unit);
    }
    return table;
}

/// Collects the tables of an answer.
class TableCollector {
public:
    /// @param wanted  the one table that is filled; empty: the names suffice.
    TableCollector(const Readout& readout, std::string wanted) : m_wanted(std::move(wanted))
    {
        std::vector<NamedCell> values;
        addValues(readout, "", values);
        if (!values.empty())
            add({"values", "Single values"}, {}, [&] { return tableOfValues(values); });
        visit(readout, {});
    }

    std::vector<ReadoutName> names;
    std::optional<ReadoutTable> found; ///< The wanted table.

private:
    /// A column that names the part in which rows are; `within` is the name of these parts.
    struct PartColumn {
        ReadoutName name;
        std::string within;
        ReadoutCell cell;
    };
    struct Place {
        std::string path = {}, title = {}; ///< "attention." and "Attention, "
        std::vector<PartColumn> columns = {};
        bool ofParts = false;

        ReadoutName with(const ReadoutName& name) const
        {
            return {path + name.name, title + name.title, name.unit};
        }
    };

    void visit(const Readout& readout, const Place& place)
    {
        for (const Readout::Item& item : readout.items()) {
            const ReadoutName name = place.with(item.name);
            std::visit(ContentCases{[](const ReadoutCell&) {},
                                    [&](const Readout::List&) {
                                        if (item.beside.empty())
                                            add(name, place.columns,
                                                [&] { return lists(readout, item, place); });
                                    },
                                    [&](const ReadoutTable& table) {
                                        add(name, place.columns,
                                            [&] { return withBeside(readout, item.name, table); });
                                    },
                                    [&](const ReadoutMatrix& matrix) {
                                        add(name, place.columns, [&] {
                                            return place.ofParts ? cellsOfMatrix(matrix, item.name)
                                                                 : tableOf(matrix);
                                        });
                                    },
                                    [&](const std::unique_ptr<Readout>& part) {
                                        visit(*part,
                                              {name.name + '.', name.title + " / ", place.columns,
                                               place.ofParts});
                                    },
                                    [&](const std::vector<Readout>& parts) {
                                        for (size_t i = 0; i < parts.size(); ++i)
                                            visitPart(parts[i], i, item.name, place);
                                    }},
                       item.content);
        }
    }

    void visitPart(const Readout& part, size_t number, const ReadoutName& name, const Place& place)
    {
        const ReadoutName whole = place.with(name);
        Place inside{whole.name + '.', whole.title + " / ", place.columns, true};
        inside.columns.push_back({{"number", "Number"}, name.name, readoutCell(number)});
        std::vector<NamedCell> values;
        addValues(part, "", values);
        if (!values.empty())
            add(whole, inside.columns, [&] {
                ReadoutTable row;
                row.rows = 1;
                for (const NamedCell& each : values)
                    row.columns.push_back({each.first, {each.second}});
                return row;
            });
        for (const Readout::Item& item : part.items())
            if (item.isKey)
                inside.columns.push_back(
                    {item.name, name.name, std::get<ReadoutCell>(item.content)});
        visit(part, inside);
    }

    /// A list or table with the lists that stand beside it.
    static ReadoutTable withBeside(const Readout& readout, const ReadoutName& name,
                                   ReadoutTable table)
    {
        for (const Readout::Item& item : readout.items()) {
            if (item.beside != name.name)
                continue;
            table.columns.push_back({item.name, std::get<Readout::List>(item.content)});
            table.columns.back().cells.resize(table.rows);
        }
        return table;
    }

    /// In parts the places of the values come before them.
    static ReadoutTable lists(const Readout& readout, const Readout::Item& first,
                              const Place& place)
    {
        ReadoutTable table = withBeside(
            readout, first.name, tableOfList(first.name, std::get<Readout::List>(first.content)));
        if (!place.ofParts)
            return table;
        ReadoutTable::Column places{{"place", "Place"}, {}};
        for (size_t i = 0; i < table.rows; ++i)
            places.cells.push_back(readoutCell(i));
        table.columns.insert(table.columns.begin(), std::move(places));
        return table;
    }

    /// Appends the rows that `make` returns to the table of this name.
    template <class Make>
    void add(const ReadoutName& name, const std::vector<PartColumn>& ofPart, const Make& make)
    {
        const bool isNew = std::none_of(names.begin(), names.end(), [&](const ReadoutName& each) {
            return each.name == name.name;
        });
        if (isNew)
            names.push_back(name);
        if (name.name != m_wanted)
            return;
        ReadoutTable rows = make();
        for (auto part = ofPart.rbegin(); part != ofPart.rend(); ++part) {
            const bool taken
                = std::any_of(rows.columns.begin(), rows.columns.end(),
                              [&](const auto& each) { return each.name.name == part->name.name; });
            ReadoutName own = part->name;
            if (taken)
                own.name = part->within + '.' + own.name;
            rows.columns.insert(rows.columns.begin(),
                                {std::move(own), Readout::List(rows.rows, part->cell)});
        }
        append(std::move(rows));
    }

    /// Columns that a part lacks stay empty there.
    void append(ReadoutTable rows)
    {
        if (!found)
            found.emplace();
        for (ReadoutTable::Column& column : rows.columns) {
            auto same
                = std::find_if(found->columns.begin(), found->columns.end(), [&](const auto& each) {
                      return each.name.name == column.name.name;
                  });
            if (same == found->columns.end())
                same = found->columns.insert(same, {column.name, Readout::List(found->rows)});
            same->cells.insert(same->cells.end(), std::make_move_iterator(column.cells.begin()),
                               std::make_move_iterator(column.cells.end()));
        }
        found->rows += rows.rows;
        for (ReadoutTable::Column& column : found->columns)
            column.cells.resize(found->rows);
    }

    std::string m_wanted;
};

} // namespace

ReadoutTable tableOf(const ReadoutMatrix& matrix)
{
    const auto label = [](const std::vector<std::string>& labels, size_t at) {
        return at < labels.size() ? labels[at] : std::to_string(at);
    };
    ReadoutTable table;
    table.rows = matrix.rows;
    table.columns.push_back({{"", ""}, {}});
    for (size_t row = 0; row < matrix.rows; ++row)
        table.columns[0].cells.emplace_back(label(matrix.rowLabels, row));
    for (size_t column = 0; column < matrix.columns; ++column) {
        const std::string name = label(matrix.columnLabels, column);
        table.columns.push_back({{name, name}, {}});
        for (size_t row = 0; row < matrix.rows; ++row)
            table.columns.back().cells.emplace_back(matrix.values[row * matrix.columns + column]);
    }
    return table;
}

std::vector<ReadoutName> tablesOf(const Readout& readout)
{
    return TableCollector(readout, {}).names;
}

ReadoutTable tableOf(const Readout& readout, const std::string& name)
{
    TableCollector collector(readout, name);
    if (collector.found)
        return std::move(*collector.found);
    if (std::optional<ReadoutTable> alone = tableAt(readout, name))
        return std::move(*alone);
    std::string names;
    for (const ReadoutName& each : collector.names)
        names += (names.empty() ? "" : ", ") + each.name;
    throw Error(ErrorCode::BadSetting, {"The answer has no table \"%1\".", {shown(name)}},
                {"Its tables are: %1.", {names}});
}

} // namespace core
