#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

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

WordCase wordCase(std::string_view word);

/// Python source of word_case(word) -> int, which does the same; needs unicodedata.
std::string pythonWordCase();

} // namespace core
