#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Some rows of a table.
using CellRows = std::vector<std::vector<std::string>>;

/// Statistics of the cells of a column.
struct ColumnProfile {
    size_t filled = 0; ///< Cells that are not empty.
    size_t distinct = 0;
    size_t longest = 0;
    double meanLength = 0.0; ///< In bytes, of the filled cells.
    double meanWords = 0.0;
    double digitShare = 0.0; ///< Digits among all bytes.
    double numberShare = 0.0; ///< Cells that are numbers, of the filled ones.
    bool whole = true; ///< All numbers are whole.
    size_t measures = 0; ///< Cells that readNumber() takes,
    size_t missing = 0; ///< and those that it takes for missing values.
    double alikeShare = 0.0; ///< Filled cells that begin as the most do; set by profilesOf().
    std::set<std::string, std::less<>> values;
};

/// The statistics of one column, from row `firstRow` on. Rows may lack the column.
ColumnProfile profileOf(const CellRows& rows, size_t column, size_t firstRow);

/// The statistics of the first `columns` columns over all rows. Every row must have these columns.
std::vector<ColumnProfile> profilesOf(const CellRows& rows, size_t columns);

/// Whether `text` is a number as programs write it: "4.5", but not "4,5", which readNumber() takes.
bool isPlainNumber(std::string_view text);

} // namespace core
