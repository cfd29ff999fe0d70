#pragma once

#include "core/data/cells/column.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Whether the names of the columns are meaningful or just "column 1", "column 2".
enum class Names { AreMeant, AreNumbers };

/// Which columns hold what a task asks for, as far as a look at some rows tells.
struct ColumnGuess {
    std::vector<int64_t> textColumns; ///< In order; empty: no column holds words.
    int64_t labelColumn = -1; ///< The column of the answer; -1: none was found.
    /// For pairs: both columns hold words, nearly all different, and not only short codes.
    bool sure = true;
    /// The answer's column is called as answers are: label, target, score ...
    bool named = false;
    /// Columns that may be the answer just as well, `labelColumn` among them; fewer than two: none.
    std::vector<int64_t> candidates{};
    /// For classes: the column holds measured values, such as points from 80 to 100.
    bool manyNumbers = false;
    int64_t mainText = -1; ///< The text column with most of the text; -1: it is the first.
};

/// A class is in the column with few different short values, a number in one of numbers that do not
/// merely count the rows. Columns that are called label, target, score and the like come first,
/// then those with such a word in their names, those of a single rater last; columns of
/// identifiers, years and dates are never the answer. The text is the column with the longest
/// content, together with other columns of sentences (a title) or, where a number is for two words,
/// with the other word. Columns of numbers, dates, addresses and identifiers are left aside. For
/// pairs, guessPairColumns() guesses the columns.
/// @param rows  each with one cell a column.
ColumnGuess guessColumns(const TaskColumns& wanted, const std::vector<std::string>& names,
                         const std::vector<std::vector<std::string>>& rows, Names meaning);

/// As looksLikeHeader(), for pairs: short first sentences must not pass for names, so two of the
/// cells have to be names of sides or languages.
bool looksLikePairHeader(const std::vector<std::vector<std::string>>& rows);

/// Whether the first of `rows` names the columns rather than being a row itself.
bool looksLikeHeader(const std::vector<std::vector<std::string>>& rows);

/// Whether a row can hardly be anything but the usual names of a label and a text column.
bool namesColumns(const std::vector<std::string_view>& cells);

} // namespace core
