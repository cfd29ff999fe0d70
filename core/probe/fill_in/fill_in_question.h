#pragma once

#include "core/probe/question.h"
#include "core/text/tokens/word_marks.h"

#include <cstdint>
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
    double probability = 0.0; ///< That of the token in the text.
    int64_t rank = 0; ///< Place of that token among all, by probability, from 1.
    std::vector<FilledToken> best; ///< The likeliest tokens first.

    double nats() const; ///< -ln p of the token that stands there.
};

/// The predictions of a masked language model for hidden tokens of a text.
struct FillIn {
    std::string text;
    std::vector<std::string> tokens; ///< Those that the network reads.
    std::vector<int64_t> ids; ///< One for each token.
    WordMarks marks = WordMarks::None; ///< Those in the tokens.
    std::vector<TokenRange> words; ///< The words that they make up.
    bool inTurn = false; ///< Each place was hidden by itself; else all of them at once.
    std::vector<FilledPlace> places; ///< In the order of the text.
    int64_t vocabularySize = 0;
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not read.
    int64_t step = 0, epoch = 0;
    double milliseconds = 0.0;

    std::string wordText(int64_t word) const; ///< Without the marks of the tokeniser.
    bool isUnknown(int64_t word) const; ///< A token of it is not in the vocabulary.
    /// The text with `token` in place of tokens[at]; all else stays as it was written.
    std::string textWith(int64_t at, const std::string& token) const;
    /// Mean of -ln p over the places; of those hidden in turn, exp of it is the pseudo-perplexity
    /// (Salazar et al. 2020). NaN without places.
    double meanNats() const;
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
