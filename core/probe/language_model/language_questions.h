#pragma once

#include "core/probe/data_questions.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// What can be asked of a language model, beside a decoding (task/decoding_questions.h), whose
// source is the prompt. Plain values.

namespace core {

/// A token that a model would write next.
struct NextToken {
    std::string text; ///< As people read it: "␣the", "⏎".
    int32_t id = 0;
    float probability = 0.0F;
};

/// A token of a text that was read, and what the model expected in its place.
struct ReadToken {
    std::string text; ///< As people read it.
    int32_t id = 0;
    int64_t begin = 0, end = 0; ///< Bytes of the text that it stands for; equal: an end mark.
    int64_t word = -1; ///< The word of the text, divided at white space, that it belongs to.
    int64_t rank = 0; ///< 1: it was the likeliest; 0: nothing was expected (the first token).
    double nats = 0.0; ///< -log probability.
    double entropy = 0.0; ///< Nats, of the distribution that it was expected from.
    std::vector<NextToken> candidates = {}; ///< The likeliest, best first.
};

/// A text as a language model reads it.
struct ReadText {
    std::string text, className;
    std::vector<ReadToken> tokens;
    std::vector<double> wordNats; ///< Of each word: the sum over its tokens.
    double nats = 0.0; ///< Sum over all tokens.
    std::string unit; ///< What a token is: "word", "character", "subword", "byte".
    int64_t vocabularySize = 0;
    double unigramNats = 0.0; ///< The same text by the frequencies of the training's tokens alone.
    /// Characters that the tokens stand for, the ends of lines that are tokens among them.
    int64_t characters = 0;
    double spellingNats = 0.0; ///< What spelling the unknown tokens would cost besides.
    int64_t cutTokens = 0; ///< Beyond the maximum length: neither among the tokens nor scored.
    int64_t step = 0, epoch = 0; ///< Of the network.
    double milliseconds = 0.0;
};

struct AskReading {
    static constexpr const char* kName = "reading";
    using Answer = ReadText;
    static QuestionKind<AskReading> kind();
    std::string text;
    std::string className = {}; ///< Of models that write for a class; empty: the first.
    int64_t candidates = 5;
    friend bool operator==(const AskReading&, const AskReading&) = default;
};

/// How well the beginning of a split is read: what the view shows over the training text, live.
struct AskRowReadings {
    static constexpr const char* kName = "row_readings";
    using Answer = std::vector<ReadText>;
    static QuestionKind<AskRowReadings> kind();
    std::string split = "train";
    int64_t first = 0, count = 20; ///< Rows of the split: lines that are not blank.
    int64_t candidates = 5;
    std::shared_ptr<const CorpusPart> rows = {}; ///< Those rows; null: to be read.
    friend bool operator==(const AskRowReadings&, const AskRowReadings&) = default;
};

/// What could come next while somebody writes.
struct Suggestion {
    std::string text; ///< What is inserted at the end: the rest of a word, or a word.
    std::string shown; ///< The whole word.
    /// Where a token is a word: that of its token, given that it goes on with the word begun. Else
    /// of its rest: the product over the tokens of it.
    double probability = 0.0;
};

struct Suggestions {
    std::string text;
    std::vector<Suggestion> best; ///< Likeliest first.
    /// The likeliest next tokens as such: where a token is a word and one is begun, of those that
    /// begin so.
    std::vector<NextToken> tokens;
    std::string begun; ///< What those begin with; empty: nothing, they are of all tokens.
    int64_t step = 0, epoch = 0; ///< Of the network.
    double milliseconds = 0.0;
};

/// Words, or rests of the word begun, that could follow `text`. Of what was asked before, states
/// are kept: a text that goes on where the last one ended is not read again.
struct AskSuggestions {
    static constexpr const char* kName = "suggestions";
    using Answer = Suggestions;
    static QuestionKind<AskSuggestions> kind();
    std::string text;
    std::string className = {};
    int64_t count = 5;
    friend bool operator==(const AskSuggestions&, const AskSuggestions&) = default;
};

/// Names of the classes that the model writes for; none: it writes for none.
struct AskWrittenClasses {
    static constexpr const char* kName = "written_classes";
    using Answer = std::vector<std::string>;
    static QuestionKind<AskWrittenClasses> kind();
    friend bool operator==(const AskWrittenClasses&, const AskWrittenClasses&) = default;
};

/// How a language model does on a set of texts.
struct LanguageScores {
    std::string unit; ///< What perplexity is by: "word", "character", "subword", "byte".
    int64_t tokens = 0, characters = 0, vocabularySize = 0;
    int64_t lines = 0, cutLines = 0; ///< The latter are scored up to the maximum length.
    double loss = 0.0; ///< Nats a token.
    double perplexity = 0.0; ///< exp(loss)
    double unknownShare = 0.0; ///< Of the tokens: those that the vocabulary lacks.
    double knownPerplexity = 0.0; ///< exp of the mean loss of all other tokens.
    /// (loss of all tokens + nats that spell the unknown ones) / ln 2 / characters; the spelling
    /// as CodedLine has it.
    double bitsPerCharacter = 0.0;
    double accuracy = 0.0; ///< Of tokens: the likeliest was the true one.
    double uniformPerplexity = 0.0; ///< The size of the vocabulary.
    double unigramPerplexity = 0.0; ///< By the frequencies of the training's tokens alone.
    /// Tokens whose rank was at most 10, 100, 1,000, and beyond.
    std::vector<int64_t> ranks;
};

using ScoredReadings = ScoredRows<LanguageScores, ReadText>;

struct AskLanguageScores : RowsQuestion {
    static constexpr const char* kName = "language_scores";
    using Answer = ScoredReadings;
    static QuestionKind<AskLanguageScores> kind();
    friend bool operator==(const AskLanguageScores&, const AskLanguageScores&) = default;
};

} // namespace core
