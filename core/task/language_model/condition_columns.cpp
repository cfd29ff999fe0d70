#include "core/task/language_model/condition_columns.h"

#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace core {

namespace {

const std::vector<double>& numbersOf(const CorpusPart& rows, size_t column)
{
    return rows.columns.at(column + 1).numbers; // The first is the text.
}

/// Three significant digits, for a value that is only a suggestion.
double rounded(double value)
{
    if (value == 0.0)
        return 0.0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2.0);
    return std::strtod(numberText(std::round(value / unit) * unit).c_str(), nullptr);
}

[[noreturn]] void refuse(Message problem, const std::vector<ConditionColumn>& columns)
{
    std::vector<double> most;
    std::string ranges;
    for (const ConditionColumn& column : columns) {
        most.push_back(column.most);
        ranges += (ranges.empty() ? "" : ", ") + shown(column.name) + " " + numberText(column.least)
            + " to " + numberText(column.most);
    }
    throw Error(ErrorCode::BadSetting, std::move(problem),
                {"Write a number for each column, such as \"%1\". In the training texts: %2.",
                 {shown(writtenNumbers(columns, most)), ranges}});
}

/// The column that `part` begins with, which is left behind its name; nothing where it names none.
std::optional<size_t> takeName(std::string_view& part, const std::vector<ConditionColumn>& columns)
{
    std::optional<size_t> found;
    for (size_t i = 0; i < columns.size(); ++i) {
        const std::string& name = columns[i].name;
        const bool ends = part.size() > name.size()
            && std::string_view(" \t=:").find(part[name.size()]) != std::string_view::npos;
        if (part.starts_with(name) && ends && (!found || name.size() > columns[*found].name.size()))
            found = i;
    }
    if (!found)
        return found;
    part = trimmed(part.substr(columns[*found].name.size()));
    if (part.starts_with('=') || part.starts_with(':'))
        part = trimmed(part.substr(1));
    return found;
}

} // namespace

std::vector<ConditionColumn> learntColumns(const CorpusPart& rows,
                                           const std::vector<std::string>& names)
{
    std::vector<ConditionColumn> columns;
    for (size_t i = 0; i < names.size(); ++i) {
        const std::vector<double>& numbers = numbersOf(rows, i);
        const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
        columns.push_back({names[i], scaleOf(numbers), *least, *most});
    }
    return columns;
}

Json toJson(const std::vector<ConditionColumn>& columns)
{
    Json json = Json::array();
    for (const ConditionColumn& column : columns) {
        json.push_back(toJson(column.scale));
        json.back().update({{"name", column.name}, {"least", column.least}, {"most", column.most}});
    }
    return json;
}

std::vector<ConditionColumn> columnsFromJson(const Json& json, const std::string& file)
{
    std::vector<ConditionColumn> columns;
    for (const Json& each : json) {
        const NumberScale scale = scaleFromJson(each, file);
        columns.push_back({each.at("name").get<std::string>(), scale,
                           each.at("least").get<double>(), each.at("most").get<double>()});
    }
    return columns;
}

std::vector<float> standardised(const CorpusPart& rows, const std::vector<ConditionColumn>& columns)
{
    std::vector<float> all;
    all.reserve(rows.size() * columns.size());
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t i = 0; i < columns.size(); ++i)
            all.push_back(columns[i].scale.standardised(numbersOf(rows, i)[row]));
    return all;
}

std::string writtenNumbers(const std::vector<ConditionColumn>& columns,
                           const std::vector<double>& numbers)
{
    std::string written;
    for (size_t i = 0; i < columns.size(); ++i)
        written += (i == 0 ? "" : "; ") + columns[i].name + " " + numberText(numbers[i]);
    return written;
}

std::string writtenNumbers(const std::vector<ConditionColumn>& columns, const CorpusPart& rows,
                           size_t row)
{
    std::vector<double> numbers;
    for (size_t i = 0; i < columns.size(); ++i)
        numbers.push_back(numbersOf(rows, i)[row]);
    return writtenNumbers(columns, numbers);
}

std::vector<std::string> suggestedNumbers(const std::vector<ConditionColumn>& columns)
{
    std::vector<double> least, mean, most;
    for (const ConditionColumn& column : columns) {
        least.push_back(column.least);
        mean.push_back(rounded(column.scale.mean));
        most.push_back(column.most);
    }
    return {writtenNumbers(columns, least), writtenNumbers(columns, mean),
            writtenNumbers(columns, most)};
}

TextCondition numbersFrom(const std::string& written, const std::vector<ConditionColumn>& columns)
{
    std::vector<double> numbers;
    for (const ConditionColumn& column : columns)
        numbers.push_back(column.scale.mean);
    size_t next = 0; // The column of a number without a name.
    for (std::string_view rest = written; !trimmed(rest).empty();) {
        const size_t end = std::min(rest.find(';'), rest.size());
        std::string_view part = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const size_t column = takeName(part, columns).value_or(next);
        if (column >= columns.size())
            refuse({"There are more numbers than the network has columns: %1.",
                    {std::to_string(columns.size())}},
                   columns);
        const NumberCell cell = readNumber(part);
        if (cell.kind != NumberCell::Kind::Number)
            refuse({"\"%1\" is not a number for the column \"%2\".",
                    {shown(std::string(part)), shown(columns[column].name)}},
                   columns);
        numbers[column] = cell.value;
        next = column + 1;
    }
    TextCondition condition;
    for (size_t i = 0; i < columns.size(); ++i)
        condition.numbers.push_back(columns[i].scale.standardised(numbers[i]));
    return condition;
}

} // namespace core
