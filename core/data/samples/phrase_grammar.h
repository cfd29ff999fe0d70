#pragma once

#include "core/data/samples/entries.h"

namespace core {

// Two invented languages; the words are in resources/samples/lumi_karsan.json.
//
// Lumi, the source. Verb in the middle, what describes stands before:
//   sentence  subject ["ne"] ["va"] verb [object] [preposition phrase] [time]
//   phrase    ["le" | "un" | numeral | possessive] (["tre"] adjective)* noun
//   Nouns have a plural in -s; numerals take it, "un" does not, and a noun without any of these
//   words is plural. Verbs have a past in -d and a future with "va"; "ne" says not. Adjectives do
//   not change.
//
// Karsan, the target. Verb at the end, what describes stands behind:
//   sentence  [time] subject [phrase postposition] [object] verb ["nim"]
//   phrase    noun adjective* [numeral | "ven"]
//   reordering  The last adjective of Lumi comes first. Prepositions become postpositions.
//   dropped     "le" is not translated.
//   two -> one  "tre" is the beginning of the adjective (ul-), a possessive an ending of the noun
//               (-im, -it, -on), "va" an ending of the verb (-om).
//   one -> two  The past is a verb in -ut and "hal". Some nouns and times are two words; the
//               first never changes.
//   agreement   Nouns: plural -ek, then the possessive, then -a for objects. Adjectives: -o and
//               -e by the noun's gender, -ur and -er in the plural. Verbs with a plural subject
//               end in -en, in the past "hal" does; the present is -ash.
//
// Example:
//   mi tre grani melo vidad un ruvi filo en le hanu yere
//   ontu manu torukim ulbolo kelar dor yarina karme ven norut hal
//   (yesterday my very big cat saw a red bird in the house)

/// Draws a sentence of Lumi.
std::string drawPhrase(Draws& draws);

/// Translates from Lumi to Karsan, aligned by words; nothing when `sentence` is not of Lumi.
std::optional<AlignedTranslation> translatePhrase(std::string_view sentence);

} // namespace core
