#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// The words of the two invented languages of phrase_grammar.h, Lumi and Karsan, which stand in
// resources/samples/lumi_karsan.json.

enum class GrammaticalNumber { Singular, Plural };
enum class Gender { First, Second };
enum class Tense { Present, Past };

/// What a word of Lumi is.
enum class WordClass {
    Definite, ///< "le"
    Indefinite, ///< "un"
    Numeral,
    Possessive,
    Intensifier, ///< "tre"
    Adjective,
    Noun,
    Negation, ///< "ne"
    Future, ///< "va"
    Transitive,
    Intransitive,
    Preposition,
    Time
};

/// A word of Lumi and what it is in Karsan.
struct LexicalEntry {
    std::string lumi;
    std::string karsan; ///< A word, or the part of one that does not change.
    /// A word that stands before it and never changes: one word of Lumi, two of Karsan.
    std::string before;
    Gender gender = Gender::First; ///< Of nouns.
};

/// A form of a word of Lumi.
struct WordForm {
    WordClass wordClass = WordClass::Noun;
    const LexicalEntry* entry = nullptr;
    GrammaticalNumber number = GrammaticalNumber::Singular; ///< Of nouns: plural in -s.
    Tense tense = Tense::Present; ///< Of verbs: past in -d.
};

/// All words of a class; verbs and nouns in their shortest form.
const std::vector<LexicalEntry>& wordsOf(WordClass wordClass);

/// What `word` of Lumi is, or nullptr. No word has two meanings.
const WordForm* wordForm(std::string_view word);

} // namespace core
