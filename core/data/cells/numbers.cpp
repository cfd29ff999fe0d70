#include "core/data/cells/numbers.h"

#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace core {

namespace {

constexpr size_t kLongestNumber = 64;

bool isMissing(std::string_view cell)
{
    constexpr std::array<std::string_view, 8> kWords{"na",   "n/a", "nan", "null",
                                                     "none", "-",   "?",   "."};
    return cell.empty() || std::find(kWords.begin(), kWords.end(), lowered(cell)) != kWords.end();
}

/// The cell with every blank between digits and every apostrophe as '\''.
std::string withPlainGaps(std::string_view cell)
{
    constexpr std::array<std::string_view, 6> kGaps{" ",      "\u00A0", "\u202F",
                                                    "\u2009", "'",      "\u2019"};
    std::string plain;
    while (!cell.empty()) {
        const auto gap = std::find_if(kGaps.begin(), kGaps.end(), [cell](std::string_view each) {
            return cell.starts_with(each);
        });
        plain += gap == kGaps.end() ? cell.front() : '\'';
        cell.remove_prefix(gap == kGaps.end() ? 1 : gap->size());
    }
    return plain;
}

bool isDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isdigit(c) != 0;
    });
}

/// Whether `whole` is groups of three digits with `sign` between them, the first up to three long.
bool isGrouped(std::string_view whole, char sign)
{
    size_t end = whole.find(sign);
    if (end > 3 || whole.front() == '0' || !isDigits(whole.substr(0, end)))
        return false;
    while (end != std::string_view::npos) {
        whole.remove_prefix(end + 1);
        end = whole.find(sign);
        if (whole.substr(0, end).size() != 3 || !isDigits(whole.substr(0, end)))
            return false;
    }
    return true;
}

/// A number with `decimal` before its decimals and one kind of sign between thousands, if any.
std::optional<double> parsed(std::string_view text, char decimal)
{
    std::string plain;
    const bool signedText = !text.empty() && (text.front() == '-' || text.front() == '+');
    if (signedText && text.front() == '-')
        plain = "-";
    text.remove_prefix(signedText ? 1 : 0);
    const size_t exponent = std::min(text.find_first_of("eE"), text.size());
    const size_t point = std::min(text.find(decimal), exponent);
    const std::string_view whole = text.substr(0, point);
    const std::string_view rest = text.substr(point);
    const size_t sign = whole.find_first_of(".,'");
    const bool plainWhole = sign == std::string_view::npos;
    if (plainWhole ? !whole.empty() && !isDigits(whole) : !isGrouped(whole, whole[sign]))
        return std::nullopt;
    std::copy_if(whole.begin(), whole.end(), std::back_inserter(plain),
                 [](unsigned char c) { return std::isdigit(c) != 0; });
    plain += whole.empty() ? "0" : "";
    plain += rest;
    if (point < exponent)
        plain[plain.size() - rest.size()] = '.'; // As from_chars() reads it.
    double value = 0.0;
    const char* const end = plain.data() + plain.size();
    const auto result = std::from_chars(plain.data(), end, value);
    const bool good = result.ec == std::errc() && result.ptr == end && std::isfinite(value);
    const bool digits = text.substr(0, exponent).find_first_of("0123456789") != text.npos;
    return good && digits ? std::optional(value) : std::nullopt;
}

} // namespace

NumberCell readNumber(std::string_view cell)
{
    cell = trimmed(cell);
    if (isMissing(cell))
        return {.kind = NumberCell::Kind::Missing};
    if (cell.size() > kLongestNumber)
        return {};
    std::string text = withPlainGaps(cell);
    constexpr std::string_view kMinus = "\u2212";
    if (text.starts_with(kMinus))
        text.replace(0, kMinus.size(), "-");
    const auto point = parsed(text, '.'), comma = parsed(text, ',');
    if (!point && !comma)
        return {};
    NumberCell result{.kind = NumberCell::Kind::Number, .value = point ? *point : *comma};
    if (point && comma && *point != *comma)
        result.withComma = comma;
    else if (text.find_first_of(".,") != std::string::npos
             && point.has_value() != comma.has_value())
        result.decimalSign = point ? '.' : ',';
    return result;
}

Message numberFault(std::string_view cell)
{
    switch (readNumber(cell).kind) {
    case NumberCell::Kind::Missing:
        return {"Its number is missing.", {}};
    case NumberCell::Kind::NoNumber:
        return {"\"%1\" is not a number.", {shown(std::string(trimmed(cell)))}};
    case NumberCell::Kind::Number:
        break;
    }
    return {};
}

void NumberColumn::add(std::string_view cell)
{
    const NumberCell number = readNumber(cell);
    if (number.withComma)
        m_doubtful.push_back({m_values.size(), *number.withComma});
    m_sawPoint |= number.decimalSign == '.';
    m_sawComma |= number.decimalSign == ',';
    m_values.push_back(number.value);
}

std::vector<double> NumberColumn::finish(bool decimalComma) &&
{
    if (decimalComma)
        for (const Doubtful& each : m_doubtful)
            m_values[each.row] = each.withComma;
    return std::move(m_values);
}

bool usesComma(const std::vector<NumberColumn>& parts)
{
    const auto any = [&](bool (NumberColumn::*saw)() const) {
        return std::any_of(parts.begin(), parts.end(),
                           [saw](const NumberColumn& part) { return (part.*saw)(); });
    };
    return any(&NumberColumn::sawComma) && !any(&NumberColumn::sawPoint);
}

} // namespace core
