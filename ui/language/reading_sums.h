#pragma once

#include "core/probe/language_model/language_questions.h"

#include <QString>

#include <array>
#include <vector>

namespace ui {

struct Fact;

/// Some texts that one network has read, counted together.
struct ReadingSums {
    int64_t tokens = 0; ///< That were expected: all but first ones.
    int64_t characters = 0; ///< That the tokens stand for.
    int64_t vocabularySize = 0;
    double nats = 0.0, unigramNats = 0.0;
    double spellingNats = 0.0; ///< Additional cost of spelling unknown tokens.
    int64_t unknown = 0; ///< Tokens that the vocabulary lacks, and
    double unknownNats = 0.0; ///< what they add.
    int64_t likeliest = 0; ///< Tokens of rank 1.
    std::array<int64_t, 4> levels{}; ///< Tokens by rankLevel().
    std::string unit;

    double perToken() const; ///< Nats; NaN of no tokens.
    double perplexity() const; ///< exp(nats / tokens)
    double unigramPerplexity() const;
    double unknownShare() const;
    double knownPerplexity() const; ///< Perplexity of all other tokens.
    /// (nats + nats that spell the unknown tokens) / ln 2 / characters
    double bitsPerCharacter() const;
};

ReadingSums sumOf(const std::vector<core::ReadText>& texts);
bool isBlank(const core::ReadText& text); ///< A line of nothing but its end.
ReadingSums sumOf(const core::ReadText& text);
ReadingSums sumOf(const std::vector<const core::ReadText*>& texts);

/// The large numbers: nats in total, a token, perplexity with its unit, bits a character, each
/// beside guessing and the frequencies alone.
std::vector<Fact> factsOf(const ReadingSums& sums);
/// The same in words.
QString wordsOf(const ReadingSums& sums);
/// "After update 1,240 in epoch 3 · answered in 12 ms"
QString stateOf(int64_t step, int64_t epoch, double milliseconds);
/// Three digits: "1.53", "117", "9.92k".
QString shortNumber(double number);
/// The text has no token of its own: the network reads the unknown mark instead.
bool isUnknown(const core::ReadToken& token);
/// Note on such a token.
QString unknownNote();
/// "41.8 %", and of what is too small for that "0.001 %": never in powers of ten.
QString smallShare(double share);
/// How people read a token of a text: as it is written there where the vocabulary lacks it.
QString readableToken(const core::ReadText& text, const core::ReadToken& token);
/// Number texts for table columns: "2.100", "39.20".
QString threeDecimals(double number);
QString twoDecimals(double number);
/// "a word": what perplexity is by.
QString unitName(const std::string& unit);

} // namespace ui
