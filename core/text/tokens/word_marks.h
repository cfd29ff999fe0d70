#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// How a tokeniser marks where words begin in its tokens.
enum class WordMarks {
    None, ///< Each token is a word.
    Lower, ///< SentencePiece: a piece that begins a word begins with U+2581.
    Byte, ///< Byte-level BPE: a piece that begins a word begins with U+0120, which is a blank.
    Continued, ///< WordPiece: a piece that continues a word begins with "##".
    Blanks ///< Characters and bytes: blanks divide them into words.
};

/// The marks of a tokeniser, family "tokeniser".
WordMarks wordMarksOf(const std::string& tokeniser);
/// The marks that occur in these tokens, where the tokeniser is not known. Never Blanks.
WordMarks wordMarksIn(std::span<const std::string> tokens);

/// Whether `token` begins a word behind `before`, the token in front of it; empty: it is the first.
/// Special tokens such as <unk> and blanks between words are words of their own.
bool beginsWord(WordMarks marks, std::string_view token, std::string_view before);

/// A token as it continues a text: with a blank in front where it begins a word, by its mark; bytes
/// that GPT-2 writes as other characters as the text that they are.
std::string withBlank(WordMarks marks, std::string_view token);

/// A token without the mark.
std::string_view withoutMark(WordMarks marks, std::string_view token);

/// Neighbouring tokens that are one word.
struct TokenRange {
    int64_t first = 0, count = 0;
    friend bool operator==(const TokenRange&, const TokenRange&) = default;
};

/// The words that tokens make up, in order; together they are all tokens.
std::vector<TokenRange> wordsOf(WordMarks marks, std::span<const std::string> tokens);
/// As wordsOf(), but tokens of punctuation alone are words of their own: "bank" of "bank.".
std::vector<TokenRange> bareWordsOf(WordMarks marks, std::span<const std::string> tokens);

/// A word without the marks of its tokens, as a text has it.
std::string joinedWord(WordMarks marks, std::span<const std::string> tokens,
                       const TokenRange& range);
/// Whether a token of a word is not in the vocabulary: the network reads it as <unk>.
bool isUnknownWord(std::span<const int64_t> ids, const TokenRange& range);
/// The words of a text that are unknown, each once, in their order.
/// @param ids  one a token; tokens beyond them are not read.
std::vector<std::string> unknownWords(WordMarks marks, std::span<const std::string> tokens,
                                      std::span<const int64_t> ids);

} // namespace core
