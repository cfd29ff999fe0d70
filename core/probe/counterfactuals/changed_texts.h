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

/// Whether two answers about tokens agree whatever the order of these is: each token has the same
/// tag, of answers with a tag for each; otherwise they have the same parts between commas.
bool agreeOnTokens(const std::vector<std::string>& tokensOfA, const std::string& a,
                   const std::vector<std::string>& tokensOfB, const std::string& b);

/// The text with the grammatical gender of persons exchanged: pronouns and a few nouns, in English
/// (he and she, man and woman) and German (er and sie, Mann and Frau). Words are replaced one by
/// one, with their capitals: "her" becomes "his" in front of a word and "him" elsewhere; the
/// German "sie" becomes "er" although it may be a plural. Adjectives and articles do not change.
/// @return the text itself where it has no such word.
std::string exchangedGender(const std::string& text);

} // namespace core
