#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Whether the columns' names were chosen by somebody or are "column 1", "column 2".
enum class Names { AreMeant, AreNumbers };

/// Which column is the label and which are texts, as far as a look at some rows tells.
struct ColumnGuess {
    int64_t labelColumn = -1; ///< -1: none has the few different short values of a label.
    std::vector<int64_t> textColumns; ///< In order; empty: no column holds words.
};

/// The label is the column with few different values, rather one whose name says so; the text is
/// the column with the longest content, together with other columns of sentences (a title).
/// Columns of numbers, dates, addresses and identifiers are left aside.
/// @param rows  each with one cell a column.
ColumnGuess guessColumns(const std::vector<std::string>& names,
                         const std::vector<std::vector<std::string>>& rows, Names meaning);

/// Whether the first of `rows` names the columns rather than being a row itself.
bool looksLikeHeader(const std::vector<std::vector<std::string>>& rows);

} // namespace core
