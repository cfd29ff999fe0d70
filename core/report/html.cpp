#include "core/report/html.h"

#include "core/base/readout_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace core {

namespace {

constexpr int kReportDigits = 4;
constexpr size_t kMostMatrix = 40; ///< Rows or columns of a matrix that are shown.

constexpr const char* kStyle = R"(
body { font-family: sans-serif; line-height: 1.45; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #1c1c1c; background: #ffffff; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.3rem; margin-top: 2rem; border-bottom: 1px solid #999999; }
h3 { font-size: 1.1rem; } h4 { font-size: 1rem; }
table { border-collapse: collapse; margin: 0.8rem 0; }
caption { text-align: left; font-weight: bold; padding-bottom: 0.3rem; }
th, td { border: 1px solid #bbbbbb; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top;
         overflow-wrap: anywhere; }
tbody th, th[scope=row] { font-weight: normal; background: #f3f3f3; }
td.number { text-align: right; white-space: nowrap; }
pre { background: #f3f3f3; padding: 0.6rem; overflow-x: auto; white-space: pre-wrap; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
figcaption { color: #444444; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; }
               table, figure { break-inside: avoid; } }
)";

std::string heading(int level, const std::string& title)
{
    const std::string tag = "h" + std::to_string(std::min(level, 6));
    return "<" + tag + ">" + escapedHtml(title) + "</" + tag + ">\n";
}

/// A number that is none is unknown.
std::string shownCell(const ReadoutCell& cell)
{
    const auto* const number = std::get_if<double>(&cell);
    return number != nullptr && !std::isfinite(*number) ? std::string()
                                                        : cellText(cell, kReportDigits);
}

std::string cellTag(const ReadoutCell& cell, const std::string& style = {})
{
    const bool isText
        = std::holds_alternative<std::string>(cell) || std::holds_alternative<bool>(cell);
    return std::string(isText ? "<td" : "<td class=\"number\"")
        + (style.empty() ? ">" : " style=\"" + style + "\">") + escapedHtml(shownCell(cell))
        + "</td>";
}

std::string headed(const std::string& scope, const std::string& text)
{
    return "<th scope=\"" + scope + "\">" + escapedHtml(text) + "</th>";
}

std::string caption(const ReadoutName& name)
{
    return "<caption>" + escapedHtml(withUnit(name)) + "</caption>\n";
}

/// Pale to dark by the share of the largest; dark enough to read on.
std::string shade(double value, double largest)
{
    const double share = largest > 0.0 ? std::clamp(std::abs(value) / largest, 0.0, 1.0) : 0.0;
    const auto channel
        = [&](double full) { return int(std::lround(255.0 - share * (255.0 - full))); };
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "background:#%02x%02x%02x", channel(130.0),
                  channel(185.0), channel(225.0)); // NOLINT(*-vararg)
    return text.data();
}

/// A row for each part; nothing where they have other values than the first, or more than values.
std::optional<ReadoutTable> tableOfParts(const std::vector<Readout>& parts)
{
    ReadoutTable table;
    for (const Readout& part : parts) {
        if (table.rows++ > 0 && part.items().size() != table.columns.size())
            return std::nullopt;
        for (size_t i = 0; i < part.items().size(); ++i) {
            const Readout::Item& item = part.items()[i];
            const auto* const cell = std::get_if<ReadoutCell>(&item.content);
            if (table.rows == 1)
                table.columns.push_back({item.name, {}});
            if (cell == nullptr || table.columns[i].name.name != item.name.name)
                return std::nullopt;
            table.columns[i].cells.push_back(*cell);
        }
    }
    return table;
}

bool isEmpty(const ReadoutTable::Column& column)
{
    return std::all_of(column.cells.begin(), column.cells.end(),
                       [](const ReadoutCell& cell) { return shownCell(cell).empty(); });
}

/// Writes a readout; single values one after another make a table of two columns.
class HtmlWriter {
public:
    std::string written(const Readout& readout, int level)
    {
        m_level = level;
        for (const Readout::Item& item : readout.items())
            std::visit([&](const auto& content) { write(item.name, content); }, item.content);
        endValues();
        return std::move(m_html);
    }

private:
    void write(const ReadoutName& name, const ReadoutCell& cell)
    {
        if (shownCell(cell).empty())
            return;
        if (!m_inValues)
            m_html += "<table>\n";
        m_inValues = true;
        m_html += "<tr>" + headed("row", withUnit(name)) + cellTag(cell) + "</tr>\n";
    }
    void write(const ReadoutName& name, const Readout::List& list)
    {
        std::string text;
        for (const ReadoutCell& cell : list)
            text += (text.empty() ? "" : ", ") + shownCell(cell);
        write(name, ReadoutCell(text));
    }
    void write(const ReadoutName& name, const ReadoutTable& table)
    {
        endValues();
        if (table.rows == 0)
            return;
        std::vector<const ReadoutTable::Column*> columns;
        for (const ReadoutTable::Column& column : table.columns)
            if (!isEmpty(column))
                columns.push_back(&column);
        m_html += "<table>\n" + caption(name) + "<thead><tr>";
        for (const ReadoutTable::Column* column : columns)
            m_html += headed("col", withUnit(column->name));
        m_html += "</tr></thead>\n<tbody>\n";
        for (size_t row = 0; row < table.rows; ++row) {
            m_html += "<tr>";
            for (const ReadoutTable::Column* column : columns)
                m_html += column == columns.front() ? headed("row", shownCell(column->cells[row]))
                                                    : cellTag(column->cells[row]);
            m_html += "</tr>\n";
        }
        m_html += "</tbody></table>\n";
    }
    void write(const ReadoutName& name, const ReadoutMatrix& matrix)
    {
        endValues();
        if (matrix.values.empty())
            return;
        const size_t rows = std::min(matrix.rows, kMostMatrix);
        const size_t columns = std::min(matrix.columns, kMostMatrix);
        const auto label = [](const std::vector<std::string>& labels, size_t i) {
            return i < labels.size() ? labels[i] : std::to_string(i);
        };
        double largest = 0.0;
        for (const double value : matrix.values)
            largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0.0);
        m_html += "<table>\n" + caption(name) + "<thead><tr><td></td>";
        for (size_t column = 0; column < columns; ++column)
            m_html += headed("col", label(matrix.columnLabels, column));
        m_html += "</tr></thead>\n<tbody>\n";
        for (size_t row = 0; row < rows; ++row) {
            m_html += "<tr>" + headed("row", label(matrix.rowLabels, row));
            for (size_t column = 0; column < columns; ++column) {
                const double value = matrix.values[row * matrix.columns + column];
                m_html += cellTag(value, shade(value, largest));
            }
            m_html += "</tr>\n";
        }
        m_html += "</tbody></table>\n";
        if (rows < matrix.rows || columns < matrix.columns)
            m_html += "<p>The first " + std::to_string(rows) + " of " + std::to_string(matrix.rows)
                + " rows and " + std::to_string(columns) + " of " + std::to_string(matrix.columns)
                + " columns are shown.</p>\n";
    }
    void write(const ReadoutName& name, const std::unique_ptr<Readout>& part)
    {
        endValues();
        m_html += heading(m_level + 1, name.title) + HtmlWriter().written(*part, m_level + 1);
    }
    /// Parts that are single values alone are the rows of a table.
    void write(const ReadoutName& name, const std::vector<Readout>& parts)
    {
        endValues();
        if (const std::optional<ReadoutTable> table = tableOfParts(parts))
            return write(name, *table);
        for (size_t i = 0; i < parts.size(); ++i)
            m_html += heading(m_level + 1, name.title + " " + std::to_string(i + 1))
                + HtmlWriter().written(parts[i], m_level + 1);
    }

    void endValues()
    {
        if (m_inValues)
            m_html += "</table>\n";
        m_inValues = false;
    }

    std::string m_html;
    int m_level = 2;
    bool m_inValues = false;
};

std::string figureTag(const ReportFigure& figure)
{
    return "<figure>\n" + figure.svg + "<figcaption><strong>" + escapedHtml(figure.title)
        + ".</strong> " + escapedHtml(figure.words) + "</figcaption>\n</figure>\n";
}

} // namespace

std::string escapedHtml(std::string_view text)
{
    std::string escaped;
    for (const char each : text) {
        switch (each) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        default:
            escaped += each;
        }
    }
    return escaped;
}

std::string toHtml(const Report& report)
{
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                       "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>"
        + escapedHtml(report.title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n"
        + heading(1, report.title);
    for (const ReportSection& section : report.sections) {
        html += heading(section.level, section.title);
        for (const std::string& paragraph : section.paragraphs)
            html += "<p>" + escapedHtml(paragraph) + "</p>\n";
        for (const ReportFigure& figure : section.figures)
            html += figureTag(figure);
        html += HtmlWriter().written(section.content, section.level);
        if (!section.listing.empty())
            html += "<pre>" + escapedHtml(section.listing) + "</pre>\n";
    }
    return html + "</body>\n</html>\n";
}

} // namespace core
