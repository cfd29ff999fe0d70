#pragma once

#include "core/data/samples/phrase_lexicon.h"

#include <optional>
#include <string_view>
#include <vector>

namespace core {

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
