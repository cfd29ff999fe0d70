#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

/// The meaning of a word in a name for a side of a translation.
enum class SideKind {
    LanguageCode, ///< "de", "eng", "pt-BR": ISO 639-1, and the usual codes of ISO 639-2.
    LanguageName, ///< "German"; such words name many other things as well.
    Source, ///< "src", "source"
    Target ///< "tgt", "trg", "target"
};

inline bool isLanguage(SideKind kind)
{
    return kind == SideKind::LanguageCode || kind == SideKind::LanguageName;
}

struct SideWord {
    SideKind kind = SideKind::LanguageCode;
    std::string word; ///< In lower case.

    friend bool operator==(const SideWord&, const SideWord&) = default;
};

/// Whether two words are surely two languages: "de" and "en", not "de" and "German".
bool areOtherLanguages(const SideWord& a, const SideWord& b);

/// A reading of a name in which one of its words is the side.
struct SideReading {
    std::string key; ///< The name with '*' for the word: the same for both sides.
    SideWord side;
    bool last = false; ///< Nothing but ".txt" stands behind it, as in "train.de".
    bool alone = false; ///< The name says nothing else, as "German.txt".
};

/// The side that a word is.
std::optional<SideWord> sideOfWord(std::string_view word);

/// The side that a column's name speaks of: "source", "German", "translation.de".
std::optional<SideWord> columnSide(const std::string& name);

/// All ways of reading a file's name, that of its last word first. Words stand between '.', '-',
/// '_' and '/'.
std::vector<SideReading> sideReadings(const std::string& name);

/// The languages of a file of pairs that is named for both, "eng-fra.txt": two codes side by side.
std::optional<std::pair<std::string, std::string>> languagesOfName(const std::string& name);

} // namespace core
