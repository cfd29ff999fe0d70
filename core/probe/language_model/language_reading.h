#pragma once

#include "core/data/corpus.h"
#include "core/model/text_network.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/live_model.h"
#include "core/task/language_model/language_parts.h"

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A language model that is inspected.
struct ViewedLanguageModel : LanguageParts {
    NetworkMoment stepAndEpoch;
};

/// Ids of a text with marks at its line ends, but none after it.
std::vector<int32_t> idsOf(const ViewedLanguageModel& model, const std::string& text);

/// A sequence of tokens to be scored one after another.
struct ScoredSequence {
    std::vector<int32_t> ids;
    int32_t before = 0; ///< The first input.
    TextCondition condition{};
};

/// The scores of a predicted token.
struct TokenScore {
    double nats = 0.0, entropy = 0.0;
    int64_t rank = 1;
    std::vector<NextToken> candidates;
};

/// Scores of all tokens of each sequence. Evaluation mode is the caller's business
/// (InspectionScope).
/// @param candidates  largest number for each token. @throws Error{Cancelled}.
std::vector<std::vector<TokenScore>> scoreSequences(const ViewedLanguageModel& model,
                                                    std::span<const ScoredSequence> sequences,
                                                    int64_t candidates, const Message& stage,
                                                    const Monitor& monitor);

/// A text with its tokens and their places, without scores.
/// @param written  its condition, as LanguageParts::condition() reads it.
/// @param longest  largest number of tokens of a line, without its end mark; the rest is cut off.
ReadText dividedText(const ViewedLanguageModel& model, const std::string& text,
                     const std::string& written = {},
                     size_t longest = std::numeric_limits<size_t>::max());

/// Adds the end mark of a line that ends at byte `at`. @param word  the word it belongs to.
void addLineEnd(const ViewedLanguageModel& model, size_t at, int64_t word, ReadText& read);

/// Puts the scores of a text's tokens, in their order, into it and its sums.
void addScores(const ViewedLanguageModel& model, std::span<TokenScore> scores, ReadText& read);

/// Reads texts, each by itself.
/// @param conditions  of each, as dividedText().
std::vector<ReadText> readTexts(const ViewedLanguageModel& model,
                                std::span<const std::string> texts,
                                std::span<const std::string> conditions, int64_t candidates,
                                const Monitor& monitor);

/// Scores all rows of a set, read like in validation: the losses are equal.
ScoredReadings scoreRows(const ViewedLanguageModel& model, const CorpusPart& rows,
                         const Monitor& monitor);

} // namespace core
