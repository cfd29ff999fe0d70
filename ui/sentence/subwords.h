#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace ui {

/// Neighbouring tokens that are one word.
struct WordSpan {
    int first = 0, count = 0;
    QString text;
};

/// True where SentencePiece cut words: some token begins with U+2581 ("lower one eighth block").
bool hasSubwords(const std::vector<std::string>& tokens);

/// The words that the pieces make up: a piece that begins with U+2581 begins a word, and so does a
/// mark such as "</s>", which is a word of its own.
std::vector<WordSpan> wordsOf(const std::vector<std::string>& tokens);

/// A map of words from one of tokens: summed over the columns of a word (it is looked at by all
/// its pieces together), mean over its rows, so that each row still sums to 1.
/// @param weights  row-major, as many columns as `columns` cover tokens.
/// @return row-major [rows.size() * columns.size()].
std::vector<float> summedToWords(const std::vector<float>& weights,
                                 const std::vector<WordSpan>& rows,
                                 const std::vector<WordSpan>& columns);

} // namespace ui
