#pragma once

#include "core/probe/question.h"
#include "core/text/tokens/word_marks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A token that a masked language model predicts for a hidden one.
struct FilledToken {
    std::string token;
    double probability = 0.0;
};

/// A hidden place of a text.
struct FilledPlace {
    int64_t token = 0; ///< Its index in FillIn::tokens.
    int64_t word = 0; ///< Its word in FillIn::words.
    double probability = 0.0; ///< That of the token in the text; of an unknown one, that of <unk>.
    int64_t rank = 0; ///< Place of that token among all, by probability, from 1.
    std::vector<FilledToken> best; ///< The likeliest tokens first.
    bool unknown = false; ///< The token in the text is not in the vocabulary.

    double nats() const; ///< -ln p of the token that stands there.
    /// The same of a known token; none of an unknown one, because <unk> says nothing about a word.
    std::optional<double> knownProbability() const;
    std::optional<double> knownNats() const;
    std::optional<int64_t> knownRank() const;
};

/// The number of those whose token is in the vocabulary.
int64_t knownPlaces(const std::vector<FilledPlace>& places);
/// Mean of -ln p over the known tokens; NaN without one.
double meanKnownNats(const std::vector<FilledPlace>& places);

/// The predictions of a masked language model for hidden tokens of a text.
struct FillIn {
    std::string text;
    std::vector<std::string> tokens; ///< Those that the network reads.
    std::vector<int64_t> ids; ///< One for each token.
    WordMarks marks = WordMarks::None; ///< Those in the tokens.
    std::vector<TokenRange> words; ///< The words that they make up.
    bool inTurn = false; ///< Each place was hidden by itself; else all of them at once.
    std::vector<FilledPlace> places; ///< In the order of the text.
    int64_t vocabularySize = 0; ///< With the special tokens.
    int64_t specialTokens = 0; ///< Such as <unk> and the mask; they are predicted as well.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not read.
    int64_t step = 0, epoch = 0;
    double milliseconds = 0.0;

    std::string wordText(int64_t word) const; ///< Without the marks of the tokeniser.
    bool isUnknown(int64_t word) const; ///< A token of it is not in the vocabulary.
    /// The text with `token` in place of tokens[at]; all else stays as it was written.
    std::string textWith(int64_t at, const std::string& token) const;
    /// Mean over the places; if these were hidden in turn, exp of it is the pseudo-perplexity
    /// (Salazar et al. 2020).
    double meanNats() const { return meanKnownNats(places); }
};

/// The predictions of a masked language model for hidden words of a text.
struct AskFillIn {
    static constexpr const char* kName = "fill_in";
    using Answer = FillIn;
    static QuestionKind<AskFillIn> kind();
    static constexpr int64_t kMaximum = 100;

    std::string text;
    std::vector<int64_t> words = {}; ///< Hidden together, from 0; empty: each token in turn.
    int64_t count = 10; ///< Predictions for each place.
    friend bool operator==(const AskFillIn&, const AskFillIn&) = default;
};

} // namespace core
