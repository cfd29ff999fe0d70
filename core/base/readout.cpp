#include "core/base/readout_text.h"

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

/// Rows of texts, the first of them the heading: what CSV and aligned text are made of.
using Grid = std::vector<std::vector<std::string>>;
constexpr size_t kReadoutRows = 100; ///< The most that lists side by side have in full.
constexpr int kExact = 9, kShort = 5; ///< Digits: in files, on a terminal.

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

std::string csvCell(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char each : text)
        quoted += each == '"' ? "\"\"" : std::string(1, each);
    return quoted + "\"";
}

/// Characters, not bytes.
size_t widthOf(const std::string& text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

/// Whole characters; what is unsafe for a terminal is left to who prints it.
std::string shortened(const std::string& text, size_t longest)
{
    if (widthOf(text) <= longest)
        return text;
    size_t bytes = 0, characters = 0;
    for (; bytes < text.size(); ++bytes)
        if ((text[bytes] & 0xC0) != 0x80 && ++characters == longest)
            break;
    return text.substr(0, bytes) + "\u2026";
}

/// The columns that hold texts.
std::vector<bool> textColumns(const ReadoutTable& table)
{
    std::vector<bool> isText;
    for (const ReadoutTable::Column& column : table.columns)
        isText.push_back(
            std::any_of(column.cells.begin(), column.cells.end(), [](const auto& cell) {
                return std::holds_alternative<std::string>(cell);
            }));
    return isText;
}

/// Writes a readout line by line, each part of it further to the right.
class TextWriter {
public:
    void write(const Readout& readout)
    {
        for (const Readout::Item& item : readout.items()) {
            const std::string& first = item.beside.empty() ? item.name.name : item.beside;
            if (!isTable(readout, first))
                std::visit([&](const auto& content) { write(item.name, content); }, item.content);
            else if (item.beside.empty())
                writeFirstRows(item.name, tableOf(readout, first));
        }
    }
    std::vector<std::string> take() { return std::move(m_lines); }

private:
    void line(const std::string& text) { m_lines.push_back(std::string(m_indent, ' ') + text); }

    void write(const ReadoutName& name, const ReadoutCell& cell)
    {
        const std::string text = cellText(cell, kShort);
        if (!text.empty())
            line(name.title + ": " + text + (name.unit.empty() ? "" : " " + name.unit));
    }
    void write(const ReadoutName& name, const Readout::List& list)
    {
        if (list.size() > kReadoutCells)
            return line(withUnit(name) + ": " + std::to_string(list.size()) + " values");
        std::string text = withUnit(name) + ":";
        for (const ReadoutCell& cell : list)
            text += " " + cellText(cell, kShort);
        if (!list.empty())
            line(text);
    }
    void write(const ReadoutName& name, const ReadoutTable& table)
    {
        if (table.rows > 0)
            writeGrid(name, table);
    }
    void write(const ReadoutName& name, const ReadoutMatrix& matrix)
    {
        if (matrix.values.size() > kReadoutCells || matrix.columns > kReadoutColumns)
            line(withUnit(name) + ": " + std::to_string(matrix.rows) + " x "
                 + std::to_string(matrix.columns) + " values");
        else if (!matrix.values.empty())
            writeGrid(name, tableOf(matrix));
    }
    void write(const ReadoutName& name, const std::unique_ptr<Readout>& part)
    {
        writePart(name.title, *part);
    }
    void write(const ReadoutName& name, const std::vector<Readout>& parts)
    {
        for (size_t i = 0; i < std::min(parts.size(), kReadoutParts); ++i)
            writePart(name.title + " " + std::to_string(i + 1), parts[i]);
        if (parts.size() > kReadoutParts)
            line(name.title + " " + std::to_string(kReadoutParts + 1) + " to "
                 + std::to_string(parts.size()) + ": see --json");
    }

    /// Nothing where the part has nothing.
    void writePart(const std::string& title, const Readout& part)
    {
        const size_t heading = m_lines.size();
        line(title + ":");
        m_indent += 2;
        write(part);
        m_indent -= 2;
        if (m_lines.size() == heading + 1)
            m_lines.pop_back();
    }

    /// Whether there are lists beside this one, and too many values for a line each.
    static bool isTable(const Readout& readout, const std::string& list)
    {
        size_t values = 0, beside = 0;
        for (const Readout::Item& item : readout.items())
            if (const auto* each = std::get_if<Readout::List>(&item.content)) {
                values += item.name.name == list ? each->size() : 0;
                beside += item.beside == list ? 1 : 0;
            }
        return values > kReadoutColumns && beside > 0;
    }

    void writeFirstRows(const ReadoutName& name, ReadoutTable table)
    {
        const size_t more = table.rows > kReadoutRows ? table.rows - kReadoutParts : 0;
        table.rows -= more;
        writeGrid(name, table);
        if (more > 0)
            line("  and " + std::to_string(more) + " more: see --json, or --table " + name.name);
    }

    /// Numbers end at one place; texts begin at one, and are cut where they are long.
    void writeGrid(const ReadoutName& name, const ReadoutTable& table)
    {
        constexpr size_t kLongestCell = 48; // Characters.
        Grid grid = gridOf(table, Headings::Titles, kShort);
        const std::vector<bool> isText = textColumns(table);
        std::vector<size_t> widths(isText.size());
        for (std::vector<std::string>& row : grid)
            for (size_t column = 0; column < row.size(); ++column) {
                row[column] = shortened(row[column], kLongestCell);
                widths[column] = std::max(widths[column], widthOf(row[column]));
            }
        line(withUnit(name) + ":");
        for (const std::vector<std::string>& row : grid) {
            std::string text;
            for (size_t column = 0; column < row.size(); ++column) {
                const std::string gap(widths[column] - widthOf(row[column]), ' ');
                text += "  " + (isText[column] ? row[column] + gap : gap + row[column]);
            }
            text.erase(text.find_last_not_of(' ') + 1);
            line(text);
        }
    }

    std::vector<std::string> m_lines;
    size_t m_indent = 0;
};

} // namespace

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

std::string withUnit(const ReadoutName& name)
{
    return name.unit.empty() ? name.title : name.title + " (" + name.unit + ")";
}

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

ReadoutName::ReadoutName(std::string_view ownName, std::string_view ownTitle,
                         std::string_view ownUnit)
    : name(ownName), title(ownTitle), unit(ownUnit)
{
}
ReadoutName::ReadoutName(const ReadoutName&) = default;
ReadoutName::ReadoutName(ReadoutName&&) noexcept = default;
ReadoutName& ReadoutName::operator=(ReadoutName&&) noexcept = default;
ReadoutName::~ReadoutName() = default;

Readout::Readout() = default;
Readout::Readout(Readout&&) noexcept = default;
Readout& Readout::operator=(Readout&&) noexcept = default;
Readout::~Readout() = default;

Readout& Readout::part(ReadoutName name, Readout part)
{
    m_items.push_back({std::move(name), std::make_unique<Readout>(std::move(part))});
    return *this;
}

Readout Readout::without(const std::string& name) &&
{
    std::erase_if(m_items, [&](const Item& item) { return item.name.name == name; });
    return std::move(*this);
}

Readout& Readout::value(ReadoutName name, ReadoutCell cell)
{
    m_items.push_back({std::move(name), std::move(cell)});
    return *this;
}

Readout& Readout::addList(ReadoutName name, List list, std::string_view beside)
{
    m_items.push_back({std::move(name), std::move(list), std::string(beside)});
    return *this;
}

Readout& Readout::addTable(ReadoutName name, ReadoutTable table)
{
    m_items.push_back({std::move(name), std::move(table)});
    return *this;
}

Readout& Readout::addMatrix(ReadoutName name, ReadoutMatrix matrix)
{
    m_items.push_back({std::move(name), std::move(matrix)});
    return *this;
}

Readout& Readout::addParts(ReadoutName name, std::vector<Readout> parts)
{
    m_items.push_back({std::move(name), std::move(parts)});
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

std::string tableCsv(const ReadoutTable& table)
{
    std::string csv;
    for (const std::vector<std::string>& row : gridOf(table, Headings::Names, kExact)) {
        for (size_t column = 0; column < row.size(); ++column)
            csv += (column == 0 ? "" : ",") + csvCell(row[column]);
        csv += '\n';
    }
    return csv;
}

std::vector<std::string> textLines(const Readout& readout)
{
    TextWriter writer;
    writer.write(readout);
    return writer.take();
}

} // namespace core
