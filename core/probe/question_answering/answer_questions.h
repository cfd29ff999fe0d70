#pragma once

#include "core/metric/answer_match.h"
#include "core/metric/paired_bootstrap.h"
#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <string>
#include <vector>

// Questions about a network that answers questions by spans of passages. Plain values.

namespace core {

/// A span of a passage as an answer.
struct AnswerSpan {
    int64_t first = 0, last = 0; ///< Words of the passage.
    std::string text;
    double probability = 0.0; ///< p(start) p(end)
};

/// A passage with the distributions of the start and the end of the answer.
struct ReadPassage {
    std::string text; ///< Question and passage as they were asked.
    std::string question, passage;
    std::vector<std::string> words; ///< Words of the passage as written, without unread ones.
    std::vector<bool> known; ///< Whether all tokens of each word are in the vocabulary.
    /// Probability of each word to be the first and the last one of the answer. They sum to 1
    /// unless words consist of several tokens, which have their share.
    std::vector<double> start, end;
    std::vector<AnswerSpan> spans; ///< Best first; the first one is the answer.
    std::vector<AnswerSpan> references; ///< Those that are read, with their probabilities.
    std::vector<std::string> unread{}; ///< References that are not among the words.
    int64_t longestAnswer = 0; ///< Words.
    int64_t cutWords = 0; ///< Words of the passage beyond the maximum length.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

/// The answer to one question.
struct AskAnswer {
    static constexpr const char* kName = "answer";
    using Answer = ReadPassage;
    static QuestionKind<AskAnswer> kind();
    Example example; ///< Question and passage in one text (core/data/cells/spans.h).
    std::string question = {}, passage = {}; ///< If one is set, both replace the text.
    int64_t spans = 5; ///< How many of the likeliest spans are listed.
    friend bool operator==(const AskAnswer&, const AskAnswer&) = default;
};

/// The answer to a question of several.
struct AnsweredText {
    std::string text, answer;
    double probability = 0.0;
};

struct AskAnswers {
    static constexpr const char* kName = "answers";
    using Answer = std::vector<AnsweredText>;
    static QuestionKind<AskAnswers> kind();
    std::vector<std::string> texts;
    friend bool operator==(const AskAnswers&, const AskAnswers&) = default;
};

/// A question of the data with its answers.
struct AnswerPrediction {
    std::string text; ///< Question and passage.
    std::string cell; ///< The references with their places, as the data have them.
    std::string question;
    std::vector<std::string> references;
    std::string answer; ///< As predicted.
    double probability = 0.0;
    AnswerMatch match;
    bool isRead = true; ///< Whether the first reference is among the words that are read.
};

using ScoredAnswers = ScoredRows<AnswerScores, AnswerPrediction>;

/// The F1 of each question.
Outcomes outcomesOf(const ScoredAnswers& scored);

/// Scores on a set of questions.
struct AskAnswerScores : RowsQuestion {
    static constexpr const char* kName = "answer_scores";
    using Answer = ScoredAnswers;
    static QuestionKind<AskAnswerScores> kind();
    friend bool operator==(const AskAnswerScores&, const AskAnswerScores&) = default;
};

} // namespace core
