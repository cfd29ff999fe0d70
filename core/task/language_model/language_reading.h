#pragma once

#include "core/base/json.h"
#include "core/data/corpus.h"
#include "core/model/model_summary.h"
#include "core/model/text_network.h"
#include "core/task/language_model/language_options.h"
#include "core/task/language_model/language_questions.h"
#include "core/text/text_pipeline.h"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// What a training learnt of its data beside the vocabulary; a file of the run folder.
struct LanguageFacts {
    std::vector<std::string> classes; ///< That it writes for; may be none.
    std::vector<int64_t> counts; ///< Of each token, as often as it was predicted in an epoch.

    /// -log of the share that a token has among those of the training, each seen once more.
    double unigramNats(int32_t id) const;
};
Json toJson(const LanguageFacts& facts);
/// @param file  for what is said when it is damaged. @throws Error{FileMalformed}.
LanguageFacts languageFactsFromJson(const Json& json, const std::string& file);

/// A language model with what is shown beside it.
struct ViewedLanguageModel {
    std::shared_ptr<TextNetwork> network; ///< Stays where it is: on `device`.
    std::shared_ptr<const TextPipeline> pipeline;
    std::string task;
    LanguageOptions options;
    LanguageFacts facts;
    bool carries = true; ///< From window to window of a stream.
    int64_t batchSize = 1; ///< Rows in which a stream is validated.
    std::string device = "cpu"; ///< "cpu" or "cuda:N".
    std::function<std::pair<int64_t, int64_t>()> stepAndEpoch;
    std::function<ModelSummary()> summarise;

    /// What the network is asked about where the question names no class: -1: none.
    int64_t classIndex(const std::string& name) const;
    std::string className(int64_t index) const
    {
        return index < 0 ? std::string() : facts.classes[static_cast<size_t>(index)];
    }
    /// A token as people read it.
    std::string shownToken(int64_t id) const;
    int64_t beginId() const { return options.isStream() ? kEndId : kBeginId; }
    /// Ids of a text with marks at its line ends, but none behind it.
    std::vector<int32_t> idsOf(const std::string& text) const;
};

/// A sequence of tokens to be scored one after another.
struct ScoredSequence {
    std::vector<int32_t> ids;
    int32_t before = 0; ///< What is fed first.
    int64_t classIndex = -1;
};

/// What a network says of a token that it was to predict.
struct TokenScore {
    double nats = 0.0, entropy = 0.0;
    int64_t rank = 1;
    std::vector<NextToken> candidates;
};

/// Scores of all tokens of each sequence. Evaluation mode is the caller's business (LookingScope).
/// @param candidates  of each token, at most. @throws Error{Cancelled}.
std::vector<std::vector<TokenScore>> scoreSequences(const ViewedLanguageModel& model,
                                                    std::span<const ScoredSequence> sequences,
                                                    int64_t candidates, const Message& stage,
                                                    const Monitor& monitor);

/// A text with its tokens, where they stand in it; without scores.
/// @param longest  tokens of each line, its end not among them; what is beyond is cut off.
ReadText dividedText(const ViewedLanguageModel& model, const std::string& text, int64_t classIndex,
                     size_t longest = std::numeric_limits<size_t>::max());

/// Adds the end mark of a line that ends at byte `at`. @param word  that it belongs to.
void addLineEnd(const ViewedLanguageModel& model, size_t at, int64_t word, ReadText& read);

/// Puts the scores of a text's tokens, in their order, into it and its sums.
void addScores(const ViewedLanguageModel& model, std::span<TokenScore> scores, ReadText& read);

/// Reads texts, each by itself.
std::vector<ReadText> readTexts(const ViewedLanguageModel& model,
                                std::span<const std::string> texts,
                                std::span<const int64_t> classes, int64_t candidates,
                                const Monitor& monitor);

} // namespace core
