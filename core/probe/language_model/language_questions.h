#pragma once

#include "core/metric/paired_bootstrap.h"
#include "core/probe/data_questions.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Questions about a language model beside decoding (decoding_questions.h), where the source is the
// prompt. Plain values.

namespace core {

/// A candidate for the next token.
struct NextToken {
    std::string text; ///< Displayed text: "␣the", "⏎".
    int32_t id = 0;
    float probability = 0.0F;
};

/// A token of a text, and the prediction of the model at its place.
struct ReadToken {
    std::string text; ///< Displayed text.
    int32_t id = 0;
    int64_t begin = 0, end = 0; ///< Bytes of the text; equal: an end mark.
    int64_t word = -1; ///< Its word, of the text divided at white space.
    int64_t rank = 0; ///< 1: the likeliest; 0: not predicted (the first token).
    double nats = 0.0; ///< -log probability.
    double entropy = 0.0; ///< Entropy of the predicted distribution, nats.
    std::vector<NextToken> candidates = {}; ///< The likeliest, best first.
};

/// A text as a language model reads it.
struct ReadText {
    std::string text, className;
    std::vector<ReadToken> tokens;
    std::vector<double> wordNats; ///< For each word, the sum over its tokens.
    double nats = 0.0; ///< Sum over all tokens.
    std::string unit; ///< Kind of token: "word", "character", "subword", "byte".
    int64_t vocabularySize = 0;
    double unigramNats = 0.0; ///< Loss by the token frequencies of the training data only.
    /// Characters of the tokens, including ends of lines that are tokens.
    int64_t characters = 0;
    double spellingNats = 0.0; ///< Cost of spelling the unknown tokens.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not scored.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

struct AskReading {
    static constexpr const char* kName = "reading";
    using Answer = ReadText;
    static QuestionKind<AskReading> kind();
    std::string text;
    /// Class to generate for, by default the first; or numbers, such as "stars 4; pages 120", by
    /// default the means.
    std::string className = {};
    int64_t candidates = 5;
    friend bool operator==(const AskReading&, const AskReading&) = default;
};

/// The losses of the tokens at the beginning of a split.
struct AskRowReadings {
    static constexpr const char* kName = "row_readings";
    using Answer = std::vector<ReadText>;
    static QuestionKind<AskRowReadings> kind();
    std::string split = "train";
    int64_t first = 0, count = 20; ///< Rows of the split without blank ones.
    int64_t candidates = 5;
    std::shared_ptr<const CorpusPart> rows = {}; ///< These rows; null: read them.
    friend bool operator==(const AskRowReadings&, const AskRowReadings&) = default;
};

/// A suggestion for the next word while a user types.
struct Suggestion {
    std::string text; ///< To insert at the end: the rest of a word, or a word.
    std::string shown; ///< The whole word.
    /// For tokens that are words: of the token, given the begun word. Else of the rest: the product
    /// over its tokens.
    double probability = 0.0;
};

struct Suggestions {
    std::string text;
    std::vector<Suggestion> best; ///< Likeliest first.
    /// The likeliest next tokens; for tokens that are words only those that continue the begun
    /// word.
    std::vector<NextToken> tokens;
    std::string begun; ///< The begun word; empty: none.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

/// Words, or rests of the begun word, that could follow `text`. States of earlier questions are
/// kept, so that a continued text is not read again.
struct AskSuggestions {
    static constexpr const char* kName = "suggestions";
    using Answer = Suggestions;
    static QuestionKind<AskSuggestions> kind();
    std::string text;
    std::string className = {};
    int64_t count = 5;
    friend bool operator==(const AskSuggestions&, const AskSuggestions&) = default;
};

/// A column of numbers that the model generates text for, with their values in the training texts.
struct WrittenColumn {
    std::string name;
    double least = 0.0, mean = 0.0, most = 0.0;
};

/// The conditions that the model generates text for; may be none.
struct WrittenConditions {
    /// As a question writes them: the names of classes; of numbers the least, the mean and the
    /// greatest.
    std::vector<std::string> choices;
    std::vector<WrittenColumn> columns; ///< Columns of numbers, whose values can be typed.

    WrittenConditions(std::vector<std::string> ofChoices = {},
                      std::vector<WrittenColumn> ofColumns = {})
        : choices(std::move(ofChoices)), columns(std::move(ofColumns))
    {
    }
};

struct AskWrittenClasses {
    static constexpr const char* kName = "written_classes";
    using Answer = WrittenConditions;
    static QuestionKind<AskWrittenClasses> kind();
    friend bool operator==(const AskWrittenClasses&, const AskWrittenClasses&) = default;
};

/// The scores of a language model on a set of texts.
struct LanguageScores {
    std::string unit; ///< Unit of the perplexity: "word", "character", "subword", "byte".
    int64_t tokens = 0, characters = 0, vocabularySize = 0;
    int64_t lines = 0, cutLines = 0; ///< Cut lines are scored up to the maximum length.
    double loss = 0.0; ///< Nats a token.
    double perplexity = 0.0; ///< exp(loss)
    double unknownShare = 0.0; ///< Share of tokens that are not in the vocabulary.
    double knownPerplexity = 0.0; ///< exp of the mean loss of all other tokens.
    /// (loss of all tokens + nats that spell the unknown ones) / ln 2 / characters; the spelling
    /// as CodedLine has it.
    double bitsPerCharacter = 0.0;
    double accuracy = 0.0; ///< Share of tokens that were predicted.
    double uniformPerplexity = 0.0; ///< The size of the vocabulary.
    double unigramPerplexity = 0.0; ///< Baseline: token frequencies of the training data.
    /// Tokens with a rank of at most 10, 100, 1,000, and beyond.
    std::vector<int64_t> ranks;
};

using ScoredReadings = ScoredRows<LanguageScores, ReadText>;

/// The loss of each text.
Outcomes outcomesOf(const ScoredReadings& scored);

struct AskLanguageScores : RowsQuestion {
    static constexpr const char* kName = "language_scores";
    using Answer = ScoredReadings;
    static QuestionKind<AskLanguageScores> kind();
    friend bool operator==(const AskLanguageScores&, const AskLanguageScores&) = default;
};

} // namespace core
