#pragma once

#include "core/data/formats/column_guess.h"
#include "core/data/formats/column_profile.h"

#include <string>
#include <vector>

namespace core {

/// Guesses the columns of pairs: source and target are the columns with such names ("source",
/// "tgt", "de", "English"), else the first two columns of sentences, else the first two whose
/// values mostly differ. Numbers, identifiers and remarks that all begin alike (attributions) are
/// left aside. Where that leaves fewer than two, sentences may all begin alike (exercises), and
/// then be empty in most rows.
/// @param rows  each with one cell a column.
/// @return the source as the only text column and the target as the answer; neither where there are
/// no two columns that may be one each.
ColumnGuess guessPairColumns(const std::vector<std::string>& names, const CellRows& rows,
                             Names meaning);

} // namespace core
