#include "core/data/formats/column_profile.h"

#include "core/data/cells/numbers.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace core {

namespace {

void addCell(ColumnProfile& profile, const std::string& cell, double& digits)
{
    profile.values.insert(cell);
    const NumberCell::Kind kind = readNumber(cell).kind;
    profile.measures += kind == NumberCell::Kind::Number ? 1 : 0;
    profile.missing += kind == NumberCell::Kind::Missing ? 1 : 0;
    if (cell.empty())
        return;
    ++profile.filled;
    profile.longest = std::max(profile.longest, cell.size());
    profile.meanLength += double(cell.size());
    profile.meanWords += 1.0 + double(std::count(cell.begin(), cell.end(), ' '));
    digits += double(std::count_if(cell.begin(), cell.end(),
                                   [](unsigned char c) { return std::isdigit(c) != 0; }));
    if (isPlainNumber(cell)) {
        profile.numberShare += 1.0;
        profile.whole &= cell.find_first_of(".eE") == std::string::npos;
    }
}

/// The share of filled cells that have the most frequent beginning.
double shareThatBeginsAlike(const CellRows& rows, size_t column)
{
    constexpr size_t kBeginning = 16;
    std::map<std::string_view, size_t> counts;
    size_t filled = 0, most = 0;
    for (const auto& row : rows) {
        const std::string_view cell = row[column];
        filled += cell.empty() ? 0 : 1;
        if (cell.size() > kBeginning)
            most = std::max(most, ++counts[cell.substr(0, kBeginning)]);
    }
    return filled == 0 ? 0.0 : double(most) / double(filled);
}

} // namespace

bool isPlainNumber(std::string_view text)
{
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && result.ec == std::errc() && result.ptr == text.data() + text.size();
}

ColumnProfile profileOf(const CellRows& rows, size_t column, size_t firstRow)
{
    ColumnProfile profile;
    double digits = 0.0;
    for (size_t i = firstRow; i < rows.size(); ++i)
        if (column < rows[i].size())
            addCell(profile, rows[i][column], digits);
    profile.distinct = profile.values.size();
    if (profile.filled > 0) {
        profile.digitShare = digits / profile.meanLength;
        profile.meanLength /= double(profile.filled);
        profile.meanWords /= double(profile.filled);
        profile.numberShare /= double(profile.filled);
    }
    return profile;
}

std::vector<ColumnProfile> profilesOf(const CellRows& rows, size_t columns)
{
    std::vector<ColumnProfile> profiles;
    for (size_t column = 0; column < columns; ++column) {
        profiles.push_back(profileOf(rows, column, 0));
        profiles.back().alikeShare = shareThatBeginsAlike(rows, column);
    }
    return profiles;
}

} // namespace core
