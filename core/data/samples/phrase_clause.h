#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// The words of the two invented languages of phrase_grammar.h, Lumi and Karsan, which stand in
// resources/samples/lumi_karsan.json.

enum class GrammaticalNumber { Singular, Plural };
enum class Gender { First, Second };
enum class Tense { Present, Past };

/// The classes of the words of Lumi.
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
    Gender gender = Gender::First; ///< For nouns.
};

/// A form of a word of Lumi.
struct WordForm {
    WordClass wordClass = WordClass::Noun;
    const LexicalEntry* entry = nullptr;
    GrammaticalNumber number = GrammaticalNumber::Singular; ///< For nouns: plural in -s.
    Tense tense = Tense::Present; ///< For verbs: past in -d.
};

/// All words of a class; verbs and nouns in their shortest form.
const std::vector<LexicalEntry>& wordsOf(WordClass wordClass);

/// The form of a word of Lumi, or nullptr. No word has two meanings.
const WordForm* wordForm(std::string_view word);

/// A word of a sentence of Lumi, and which it is.
struct PlacedWord {
    WordForm form;
    int32_t position = 0; ///< 0-based, in words.
};

struct Quality {
    std::optional<PlacedWord> intensifier;
    PlacedWord adjective;
};

struct NounPhrase {
    std::optional<PlacedWord> determiner; ///< Article, numeral or possessive.
    std::vector<Quality> qualities;
    PlacedWord noun;

    GrammaticalNumber number() const { return noun.form.number; }
};

struct PlacePhrase {
    PlacedWord preposition;
    NounPhrase where;
};

/// The derivation of a sentence.
struct Clause {
    NounPhrase subject;
    std::optional<PlacedWord> negation, future;
    PlacedWord verb;
    std::optional<NounPhrase> object; ///< Exactly with transitive verbs.
    std::optional<PlacePhrase> place;
    std::optional<PlacedWord> time;
};

/// Reads a sentence of Lumi (phrase_grammar.h), words divided by one blank; nothing when it is
/// none. A sentence has one derivation.
std::optional<Clause> readClause(std::string_view sentence);

} // namespace core
