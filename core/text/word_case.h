#pragma once

#include <cstdint>
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

/// As word_case() of resources/python/text/word_case.py.
WordCase wordCase(std::string_view word);

} // namespace core
