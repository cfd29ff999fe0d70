#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Counterfactuals of a text, made by rules. Plain values, any thread.

namespace core {

/// The words of a text in another order: words are what white space divides, and closing
/// punctuation at the end of the text stays there. The same seed gives the same order. A text of
/// two or more different words never keeps its order.
std::string shuffledWords(const std::string& text, uint64_t seed);

/// The number of other orders of the words of a text: 0 where no two of them differ. Equal words
/// that change places make no other order.
double otherOrders(const std::string& text);
/// Whether `other` has the words of `text` in another order.
bool isOtherOrder(const std::string& text, const std::string& other);
/// Different orders of the words, none of them that of the text: `count`, or as many as there are.
/// The same seed gives the same orders.
/// @param from  the byte at which the words begin whose places change: the text before stays.
std::vector<std::string> shuffledOrders(const std::string& text, size_t count, uint64_t seed,
                                        size_t from = 0);

/// The text with the grammatical gender of persons exchanged: pronouns and a few nouns, in English
/// (he and she, man and woman) and German (er and sie, Mann and Frau). Words are replaced one by
/// one, with their capitals, and white space stays: "her" becomes "his" in front of a word and
/// "him" elsewhere; the German "sie" becomes "er" although it may be a plural. Adjectives and
/// articles do not change.
/// @return the text itself where it has no such word.
std::string exchangedGender(const std::string& text);

} // namespace core
