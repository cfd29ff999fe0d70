#include "core/base/readout.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace core {

namespace {

/// Calls the function for the kind of content that there is.
template <class... Functions> struct Cases : Functions... {
    using Functions::operator()...;
};
template <class... Functions> Cases(Functions...) -> Cases<Functions...>;

Json cellJson(const ReadoutCell& cell)
{
    return std::visit(
        Cases{[](std::monostate) { return Json(); },
              [](double number) { return std::isfinite(number) ? Json(number) : Json(); },
              [](const auto& value) { return Json(value); }},
        cell);
}

Json tableJson(const ReadoutTable& table)
{
    Json rows = Json::array();
    for (size_t row = 0; row < table.rows; ++row) {
        Json object = Json::object();
        for (const ReadoutTable::Column& column : table.columns)
            object[column.name.name] = cellJson(column.cells[row]);
        rows.push_back(std::move(object));
    }
    return rows;
}

Json matrixJson(const ReadoutMatrix& matrix)
{
    Json rows = Json::array();
    for (size_t row = 0; row < matrix.rows; ++row) {
        Json numbers = Json::array();
        for (size_t column = 0; column < matrix.columns; ++column)
            numbers.push_back(cellJson(matrix.values[row * matrix.columns + column]));
        rows.push_back(std::move(numbers));
    }
    return rows;
}

/// @param digits  that mean something.
std::string cellText(const ReadoutCell& cell, int digits)
{
    const auto number = [&](double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.*g", digits, value);
        return std::string(text.data());
    };
    return std::visit(Cases{[](std::monostate) { return std::string(); },
                            [](bool value) { return std::string(value ? "yes" : "no"); },
                            [](int64_t value) { return std::to_string(value); }, number,
                            [](const std::string& text) { return text; }},
                      cell);
}

/// Rows of texts, the first of them the heading: what CSV and aligned text are made of.
using Grid = std::vector<std::vector<std::string>>;
constexpr int kExact = 9, kShort = 5; ///< Digits: in files, on a terminal.

std::string withUnit(const ReadoutName& name)
{
    return name.unit.empty() ? name.title : name.title + " (" + name.unit + ")";
}

enum class Headings { Names, Titles };

Grid gridOf(const ReadoutTable& table, Headings headings, int digits)
{
    Grid grid(table.rows + 1);
    for (const ReadoutTable::Column& column : table.columns) {
        grid[0].push_back(headings == Headings::Names ? column.name.name : withUnit(column.name));
        for (size_t row = 0; row < table.rows; ++row)
            grid[row + 1].push_back(cellText(column.cells[row], digits));
    }
    return grid;
}

Grid gridOf(const ReadoutMatrix& matrix, Headings, int digits)
{
    const auto label = [](const std::vector<std::string>& labels, size_t at) {
        return at < labels.size() ? labels[at] : std::to_string(at);
    };
    Grid grid(1, {std::string()});
    for (size_t column = 0; column < matrix.columns; ++column)
        grid[0].push_back(label(matrix.columnLabels, column));
    for (size_t row = 0; row < matrix.rows; ++row) {
        grid.push_back({label(matrix.rowLabels, row)});
        for (size_t column = 0; column < matrix.columns; ++column)
            grid.back().push_back(cellText(matrix.values[row * matrix.columns + column], digits));
    }
    return grid;
}

Grid gridOf(const Readout::List& list, const ReadoutName& name, int digits)
{
    Grid grid(1, {name.name});
    for (const ReadoutCell& cell : list)
        grid.push_back({cellText(cell, digits)});
    return grid;
}

std::string csvCell(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char each : text)
        quoted += each == '"' ? "\"\"" : std::string(1, each);
    return quoted + "\"";
}

/// Visits each list, table and matrix with its name and heading-led grid.
template <class Visit>
void visitTables(const Readout& readout, const std::string& path, const Visit& visit)
{
    for (const Readout::Item& item : readout.items()) {
        const std::string name = path + item.name.name;
        std::visit(Cases{[](const ReadoutCell&) {},
                         [&](const Readout::List& list) {
                             visit(name, [&] { return gridOf(list, item.name, kExact); });
                         },
                         [&](const std::unique_ptr<Readout>& part) {
                             visitTables(*part, name + ".", visit);
                         },
                         [&](const std::vector<Readout>& parts) {
                             for (size_t i = 0; i < parts.size(); ++i)
                                 visitTables(parts[i], name + "." + std::to_string(i) + ".", visit);
                         },
                         [&](const auto& table) {
                             visit(name, [&] { return gridOf(table, Headings::Names, kExact); });
                         }},
                   item.content);
    }
}

/// Characters, not bytes.
size_t widthOf(const std::string& text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

/// Columns of numbers end at one place, those of texts begin at one.
void alignedLines(const Grid& grid, const std::string& indent, std::vector<std::string>& lines)
{
    std::vector<size_t> widths;
    for (const std::vector<std::string>& row : grid)
        for (size_t column = 0; column < row.size(); ++column) {
            widths.resize(std::max(widths.size(), column + 1));
            widths[column] = std::max(widths[column], widthOf(row[column]));
        }
    for (const std::vector<std::string>& row : grid) {
        std::string line = indent;
        for (size_t column = 0; column < row.size(); ++column) {
            const std::string gap(widths[column] - widthOf(row[column]), ' ');
            line += (column == 0 ? "" : "  ")
                + (column == 0 ? row[column] + gap : gap + row[column]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
}

void appendText(const Readout& readout, const std::string& indent, std::vector<std::string>& lines)
{
    const std::string inner = indent + "  ";
    const auto counted = [&](const ReadoutName& name, const std::string& count) {
        lines.push_back(indent + withUnit(name) + ": " + count);
    };
    for (const auto& [name, content] : readout.items()) {
        const ReadoutName& called = name;
        std::visit(Cases{[&](const ReadoutCell& cell) {
                             const std::string text = cellText(cell, kShort);
                             if (!text.empty())
                                 lines.push_back(indent + called.title + ": " + text
                                                 + (called.unit.empty() ? "" : " " + called.unit));
                         },
                         [&](const Readout::List& list) {
                             if (list.size() > kReadoutCells)
                                 return counted(called, std::to_string(list.size()) + " values");
                             std::string line;
                             for (const ReadoutCell& cell : list)
                                 line += " " + cellText(cell, kShort);
                             if (!list.empty())
                                 lines.push_back(indent + withUnit(called) + ":" + line);
                         },
                         [&](const ReadoutTable& table) {
                             if (table.rows == 0)
                                 return;
                             lines.push_back(indent + withUnit(called) + ":");
                             alignedLines(gridOf(table, Headings::Titles, kShort), inner, lines);
                         },
                         [&](const ReadoutMatrix& matrix) {
                             if (matrix.values.empty())
                                 return;
                             if (matrix.values.size() > kReadoutCells
                                 || matrix.columns > kReadoutColumns)
                                 return counted(called,
                                                std::to_string(matrix.rows) + " x "
                                                    + std::to_string(matrix.columns) + " values");
                             lines.push_back(indent + withUnit(called) + ":");
                             alignedLines(gridOf(matrix, Headings::Titles, kShort), inner, lines);
                         },
                         [&](const std::unique_ptr<Readout>& part) {
                             lines.push_back(indent + called.title + ":");
                             appendText(*part, inner, lines);
                         },
                         [&](const std::vector<Readout>& parts) {
                             for (size_t i = 0; i < parts.size(); ++i) {
                                 lines.push_back(indent + called.title + " " + std::to_string(i + 1)
                                                 + ":");
                                 appendText(parts[i], inner, lines);
                             }
                         }},
                   content);
    }
}

} // namespace

ReadoutCell jsonCell(const Json& json)
{
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number_integer())
        return json.get<int64_t>();
    if (json.is_number())
        return json.get<double>();
    if (json.is_null())
        return {};
    return json.is_string() ? json.get<std::string>() : json.dump();
}

Readout& Readout::part(ReadoutName name, Readout part)
{
    return add({std::move(name), std::make_unique<Readout>(std::move(part))});
}

Readout Readout::without(const std::string& name) &&
{
    std::erase_if(m_items, [&](const Item& item) { return item.name.name == name; });
    return std::move(*this);
}

Readout& Readout::add(Item item)
{
    m_items.push_back(std::move(item));
    return *this;
}

Json toJson(const Readout& readout)
{
    Json object = Json::object();
    for (const Readout::Item& item : readout.items())
        object[item.name.name]
            = std::visit(Cases{[](const ReadoutCell& cell) { return cellJson(cell); },
                               [](const Readout::List& list) {
                                   Json values = Json::array();
                                   std::transform(list.begin(), list.end(),
                                                  std::back_inserter(values), cellJson);
                                   return values;
                               },
                               [](const ReadoutTable& table) { return tableJson(table); },
                               [](const ReadoutMatrix& matrix) { return matrixJson(matrix); },
                               [](const std::unique_ptr<Readout>& part) { return toJson(*part); },
                               [](const std::vector<Readout>& parts) {
                                   Json objects = Json::array();
                                   for (const Readout& part : parts)
                                       objects.push_back(toJson(part));
                                   return objects;
                               }},
                         item.content);
    return object;
}

std::vector<std::string> tableNames(const Readout& readout)
{
    std::vector<std::string> names;
    visitTables(readout, "", [&](const std::string& name, const auto&) { names.push_back(name); });
    return names;
}

std::string tableCsv(const Readout& readout, const std::string& name)
{
    std::string csv, names;
    bool found = false;
    visitTables(readout, "", [&](const std::string& each, const auto& grid) {
        names += (names.empty() ? "" : ", ") + each;
        if (each != name)
            return;
        found = true;
        for (const std::vector<std::string>& row : grid()) {
            for (size_t column = 0; column < row.size(); ++column)
                csv += (column == 0 ? "" : ",") + csvCell(row[column]);
            csv += '\n';
        }
    });
    if (!found)
        throw Error(ErrorCode::BadSetting, {"The answer has no table \"%1\".", {shown(name)}},
                    {"Its tables are: %1.", {names}});
    return csv;
}

std::vector<std::string> textLines(const Readout& readout)
{
    std::vector<std::string> lines;
    appendText(readout, "", lines);
    return lines;
}

} // namespace core
