#pragma once

#include <unicode/unistr.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

bool isAscii(std::string_view text);

/// Bytes of the white-space character that begins at `text[position]`, 0 when there is none.
/// White space is what Python's str.isspace() takes for it: ASCII 9-13 and 28-32, U+0085, U+00A0
/// and the Unicode separators. @pre position < text.size().
size_t whiteSpaceLength(std::string_view text, size_t position);

/// Replaces each malformed UTF-8 sequence by U+FFFD; valid text is not touched.
void repairUtf8(std::string& text);

icu::UnicodeString fromUtf8(std::string_view text);
std::string toUtf8(const icu::UnicodeString& text);

/// Lower-cased by Unicode's full rules, whatever the language (as Python's str.lower()).
std::string lowerCased(std::string_view text);

/// Appends one code point as UTF-8; U+FFFD for what is no code point.
void appendUtf8(std::string& text, char32_t codePoint);

/// The code point that begins at `text[position]`, which is moved behind it; U+FFFD when malformed.
/// @pre position < text.size().
char32_t nextCodePoint(std::string_view text, size_t& position);

/// Letters, digits and combining marks of any script, and the underscore.
bool isWordCharacter(char32_t codePoint);

/// How a word is capitalised and whether it is a number: what lower-casing it loses.
enum class WordCase : int32_t {
    Padding = 0, ///< No word.
    Lower, ///< "word"
    First, ///< "Word", "I"
    Upper, ///< "WORD"
    Mixed, ///< "iPhone", "McDonald"
    Number, ///< Digits and no letter: "1999", "3.5"
    Digits, ///< Digits and letters: "3rd", "B2"
    Other ///< Neither: "--", scripts without capitals.
};
inline constexpr int64_t kWordCases = 8;

/// As word_case() of resources/python/text/word_case.py.
WordCase wordCase(std::string_view word);

} // namespace core
