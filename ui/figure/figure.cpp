#include "ui/figure/figure.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ui {

namespace {

/// Whether a spreadsheet would evaluate `text` instead of showing it; plain numbers are allowed.
bool looksLikeFormula(std::string_view text)
{
    if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
        return false;
    const std::string_view digits = text.substr(text.front() == '+' ? 1 : 0);
    double number = 0.0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return end != digits.data() + digits.size();
}

} // namespace

void TableText::addPlain(std::string_view text)
{
    if (m_inRow)
        m_text += m_separator;
    m_inRow = true;
    m_text += text;
}

void TableText::add(std::string_view text)
{
    addPlain({});
    const size_t start = m_text.size();
    if (looksLikeFormula(text))
        m_text += '\'';
    m_text += text;
    const std::array<char, 4> special{m_separator, '"', '\r', '\n'};
    const std::string_view all(special.data(), special.size());
    if (std::string_view(m_text).substr(start).find_first_of(all) == std::string_view::npos)
        return;
    for (size_t quote = m_text.find('"', start); quote != std::string::npos;
         quote = m_text.find('"', quote + 2))
        m_text.insert(quote, 1, '"');
    m_text.insert(start, 1, '"');
    m_text += '"';
}

template <class Number> void TableText::addNumber(Number number)
{
    if (std::isnan(number)) {
        addPlain({});
        return;
    }
    constexpr Number mostWhole = 1e15F; // 100000 is easier to read than 1e+05.
    std::array<char, 32> digits{};
    char* const last = digits.data() + digits.size();
    const bool whole = std::abs(number) < mostWhole && number == std::floor(number);
    const auto end = whole ? std::to_chars(digits.data(), last, number, std::chars_format::fixed)
                           : std::to_chars(digits.data(), last, number);
    addPlain({digits.data(), end.ptr});
}

void TableText::add(double number)
{
    addNumber(number);
}

void TableText::add(float number)
{
    addNumber(number);
}

void TableText::add(const Cell& cell)
{
    std::visit([this](const auto& value) { add(value); }, cell);
}

void TableText::add(const core::ReadoutTable& table)
{
    for (const core::ReadoutTable::Column& column : table.columns)
        add(column.name.name);
    endRow();
    for (size_t row = 0; row < table.rows; ++row) {
        for (const core::ReadoutTable::Column& column : table.columns)
            addCell(column.cells[row]);
        endRow();
    }
}

void TableText::addCell(const core::ReadoutCell& cell)
{
    if (const auto* truth = std::get_if<bool>(&cell))
        add(*truth ? "yes" : "no");
    else if (const auto* whole = std::get_if<int64_t>(&cell))
        add(*whole);
    else if (const auto* text = std::get_if<std::string>(&cell))
        add(*text);
    else if (const auto* real = std::get_if<double>(&cell); real == nullptr)
        addPlain({});
    else if (double(float(*real)) == *real) // Most are float32, whose shortest form is shorter.
        add(float(*real));
    else
        add(*real);
}

void TableText::endRow()
{
    m_text += '\n';
    m_inRow = false;
}

} // namespace ui
