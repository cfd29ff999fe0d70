#include "core/data/source/sheet_text.h"

#include "core/base/error.h"
#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace core {

namespace {

constexpr int64_t kMostSheetRows = 1'048'576; ///< As many as spreadsheet programs have,
constexpr int64_t kMostSheetColumns = 16'384; ///< and in a row.

/// A text that is longer than this and than so many times its file comes from a file made to
/// exhaust memory, as in archive_reader.cpp.
constexpr uint64_t kAlwaysAllowedText = uint64_t{64} << 20;
constexpr uint64_t kLargestTextRatio = 200;

void appendEscaped(std::string_view cell, std::string& row)
{
    if (cell.find_first_of("\t\n\r\\") == std::string_view::npos) {
        row += cell;
        return;
    }
    for (const char c : cell) {
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\')
            row += '\\';
        row += c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c;
    }
}

} // namespace

SheetText::SheetText(std::string shownName, uint64_t fileBytes)
    : m_shownName(std::move(shownName))
    , m_left(std::max(kAlwaysAllowedText, kLargestTextRatio * fileBytes))
{
}

void SheetText::setCell(int64_t column, std::string_view value)
{
    if (value.empty())
        return;
    if (column < 0 || column >= kMostSheetColumns)
        failAtRow(m_rows + 1, {"a cell is beyond column %1.", {std::to_string(kMostSheetColumns)}});
    const auto place = static_cast<size_t>(column);
    if (m_cells.size() <= place)
        m_cells.resize(place + 1);
    for (; m_width <= place; ++m_width)
        m_cells[m_width].clear();
    m_cells[place] = value;
}

void SheetText::endRow(int64_t number, int64_t repeated)
{
    if (number <= m_rows)
        failAtRow(number, {"it stands behind row %1.", {std::to_string(m_rows)}});
    if (m_width == 0)
        return;
    if (number > kMostSheetRows || repeated > kMostSheetRows - number + 1)
        failAtRow(number, {"a sheet has no more than %1 rows.", {std::to_string(kMostSheetRows)}});
    m_row.clear();
    for (size_t i = 0; i < m_width; ++i) {
        if (i > 0)
            m_row += '\t';
        appendEscaped(m_cells[i], m_row);
    }
    m_width = 0;
    append(number);
    m_repeats = std::max<int64_t>(repeated, 1) - 1;
}

bool SheetText::repeatMore()
{
    while (m_repeats > 0 && !isEnough()) {
        append(m_rows + 1);
        --m_repeats;
    }
    return m_repeats > 0;
}

/// Rows that are not there are empty lines.
void SheetText::append(int64_t number)
{
    const auto gap = static_cast<size_t>(number - m_rows - 1);
    const uint64_t bytes = gap + m_row.size() + 1;
    if (bytes > m_left)
        failAtRow(
            number,
            {"its text is more than %1 times as long as the file, as in files made to exhaust "
             "memory. It was not read.",
             {std::to_string(kLargestTextRatio)}});
    m_left -= bytes;
    m_text.append(gap, '\n');
    m_text += m_row;
    m_text += '\n';
    m_rows = number;
}

std::string_view SheetText::take()
{
    m_taken.swap(m_text);
    m_text.clear();
    return m_taken;
}

void SheetText::failAtRow(int64_t number, const Message& reason) const
{
    throw Error(ErrorCode::FileMalformed,
                {"%1, row %2: %3", {m_shownName, std::to_string(number), reason.plain()}},
                {"Open it in a spreadsheet program and save it again, or save the sheet as CSV "
                 "(UTF-8).",
                 {}});
}

namespace {

/// The code of positive numbers without texts in quotes, colours and places; "[h]" becomes "E".
std::string bareCode(std::string_view code)
{
    std::string bare;
    for (size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
        if (code[i] == '"') {
            i = std::min(code.find('"', i + 1), code.size());
        } else if (code[i] == '\\' || code[i] == '_' || code[i] == '*') {
            ++i;
        } else if (code[i] == '[') {
            const size_t end = std::min(code.find(']', i), code.size());
            const std::string inside = lowered(code.substr(i + 1, end - i - 1));
            if (!inside.empty() && inside.find_first_not_of(inside.front()) == std::string::npos
                && std::string_view("hms").find(inside.front()) != std::string_view::npos)
                bare += 'E';
            i = end;
        } else {
            bare += code[i];
        }
    }
    return bare == "General" ? std::string() : bare;
}

} // namespace

SheetFormat sheetFormatOf(std::string_view code)
{
    const std::string bare = bareCode(code);
    const std::string small = lowered(bare);
    const auto holds
        = [&](const char* letters) { return small.find_first_of(letters) != std::string::npos; };
    if (bare.find('E') != std::string::npos && bare.find_first_of("0#") == std::string::npos)
        return SheetFormat::Elapsed;
    const bool time = holds("hs");
    const bool date = holds("yd") || (holds("m") && !time);
    return date && time ? SheetFormat::DateTime
        : date          ? SheetFormat::Date
        : time          ? SheetFormat::Time
                        : SheetFormat::Number;
}

SheetFormat sheetFormatOf(int64_t builtIn)
{
    const auto in
        = [builtIn](int64_t from, int64_t to) { return builtIn >= from && builtIn <= to; };
    if (builtIn == 22)
        return SheetFormat::DateTime;
    if (builtIn == 46)
        return SheetFormat::Elapsed;
    if (in(18, 21) || builtIn == 45 || builtIn == 47 || in(32, 35) || in(55, 56))
        return SheetFormat::Time;
    return in(14, 17) || in(27, 36) || in(50, 58) ? SheetFormat::Date : SheetFormat::Number;
}

namespace {

std::optional<double> storedNumber(std::string_view stored)
{
    double value = 0;
    const auto read = std::from_chars(stored.data(), stored.data() + stored.size(), value);
    const bool whole = read.ec == std::errc() && read.ptr == stored.data() + stored.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// "10:30:00", "10:30:00.250".
std::string clockText(int64_t milliseconds)
{
    std::array<char, 48> text{};
    const auto seconds = static_cast<long long>(milliseconds / 1000);
    int length = std::snprintf(text.data(), text.size(), "%02lld:%02lld:%02lld", seconds / 3600,
                               seconds / 60 % 60, seconds % 60);
    if (milliseconds % 1000 != 0)
        length += std::snprintf(text.data() + length, text.size() - static_cast<size_t>(length),
                                ".%03d", static_cast<int>(milliseconds % 1000));
    return {text.data(), static_cast<size_t>(length)};
}

/// Excel counts a 29th of February 1900, which there was not.
std::string dayText(int64_t day, bool from1904)
{
    using namespace std::chrono;
    constexpr int64_t kNoDay = 60;
    if (!from1904 && day == kNoDay)
        return "1900-02-29";
    const sys_days first = from1904 ? sys_days(1904y / January / 1)
        : day < kNoDay              ? sys_days(1899y / December / 31)
                                    : sys_days(1899y / December / 30);
    const year_month_day date(first + days(day));
    std::array<char, 48> text{};
    const int length
        = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return {text.data(), static_cast<size_t>(length)};
}

} // namespace

std::string numberText(std::string_view stored)
{
    const auto value = storedNumber(stored);
    if (!value)
        return std::string(stored);
    const double size = std::abs(*value);
    // Numbers of customers must not become "1e+05".
    const bool plain = size == 0 || (size >= 1e-5 && size < 1e15);
    std::array<char, 40> text{};
    const auto end = plain
        ? std::to_chars(text.data(), text.data() + text.size(), *value, std::chars_format::fixed)
        : std::to_chars(text.data(), text.data() + text.size(), *value);
    return *value == 0 ? "0" : std::string(text.data(), end.ptr);
}

std::string dateText(std::string_view stored, SheetFormat format, bool from1904)
{
    constexpr double kDays = 2'958'466; ///< After the year 9999.
    constexpr int64_t kDay = 86'400'000;
    const auto value = storedNumber(stored);
    if (!value || format == SheetFormat::Number || *value < 0 || *value >= kDays)
        return numberText(stored);
    const int64_t all = std::llround(*value * double(kDay));
    const int64_t day = all / kDay, clock = all % kDay;
    if (format == SheetFormat::Elapsed || (format == SheetFormat::Time && day == 0))
        return clockText(all);
    if (format == SheetFormat::Date && clock == 0)
        return dayText(day, from1904);
    return dayText(day, from1904) + "T" + clockText(clock);
}

std::string durationText(std::string_view iso)
{
    // "PT" hours "H" minutes "M" seconds "S", all of them there as spreadsheet programs write.
    std::array<double, 3> parts{};
    std::string_view rest = iso;
    if (!rest.starts_with("PT"))
        return std::string(iso);
    rest.remove_prefix(2);
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), parts[i]);
        rest.remove_prefix(static_cast<size_t>(read.ptr - rest.data()));
        if (read.ec != std::errc() || !(parts[i] >= 0 && parts[i] < 1e9) || rest.empty()
            || rest.front() != "HMS"[i])
            return std::string(iso);
        rest.remove_prefix(1);
    }
    if (!rest.empty())
        return std::string(iso);
    return clockText(std::llround(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000));
}

} // namespace core
