#pragma once

#include "core/base/message.h"
#include "core/metric/grouped_scores.h"
#include "core/metric/paired_bootstrap.h"
#include "core/metric/tagging.h"
#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <string>
#include <vector>

// Questions about a tagger. Plain values; matrices are row-major.

namespace core {

/// A text with the predicted tag of each token.
struct TaggedText {
    std::string text;
    std::vector<std::string> tokens; ///< All tokens as they are written.
    std::vector<std::string> tagNames; ///< All tags of the task.
    std::vector<int32_t> tags; ///< Tag of each token: the best path of a CRF, else the likeliest.
    std::vector<TagSpan> spans; ///< Marked by `tags`; empty for tags that do not mark spans.
    /// [tokens * tags]: marginals with a CRF, over all sequences of tags as its loss, also where
    /// illegal ones are never predicted; else the softmax.
    std::vector<float> probabilities;
    std::vector<bool> known; ///< Whether each token is in the vocabulary.
    /// Set if the network reads further columns that the question does not have.
    Message note = {};
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

/// Tags of one text. A typed text is divided like the training data (WordDivider).
struct AskTags {
    static constexpr const char* kName = "tags";
    using Answer = TaggedText;
    static QuestionKind<AskTags> kind();
    Example example;
    friend bool operator==(const AskTags&, const AskTags&) = default;
};

/// A path through the trellis.
struct TagPath {
    std::vector<int32_t> tags; ///< One a token.
    double score = 0.0; ///< Start + emissions + transitions + end.
    double probability = 0.0; ///< exp(score - logPartition).
};

/// A transition score that is set by hand and replaces the learned one.
struct TransitionChange {
    int32_t from = -1; ///< -1: before the first token.
    int32_t to = -1; ///< -1: after the last token.
    double score = 0.0;
    friend bool operator==(const TransitionChange&, const TransitionChange&) = default;
};

/// A linear-chain CRF on one text, with the results of the Viterbi and the forward-backward
/// algorithm. Without a CRF `transitions`, `start` and `end` are zero.
///
/// If constrained, only the best paths exclude illegal transitions: logPartition, marginals and all
/// probabilities are over all sequences of tags, as the loss is.
struct Trellis {
    std::string text;
    std::vector<std::string> tokens; ///< n
    std::vector<std::string> tagNames; ///< k
    bool hasCrf = false;
    std::vector<float> emissions; ///< [n * k]
    /// [k * k], from row to column, with the changes; -infinity for excluded transitions.
    std::vector<float> transitions;
    std::vector<float> learnedTransitions; ///< [k * k], without the changes.
    std::vector<float> start, end; ///< [k], as `transitions`.
    /// [k * k], [k], [k]: whether the scheme of the tags (BIO, BIOES) allows a transition, a first
    /// and a last tag; all true for tags without a scheme.
    std::vector<bool> legal, legalStart, legalEnd;
    bool constrained = false; ///< The best paths exclude illegal transitions.
    std::vector<float> viterbi; ///< [n * k]: score of the best path that reaches the tag there.
    std::vector<int32_t> backPointers; ///< [n * k]: the tag before on it; -1 at the first token.
    std::vector<TagPath> paths; ///< Best first.
    double logPartition = 0.0;
    std::vector<float> marginals; ///< [n * k]: probability of the tag at the token.
    TagPath withoutChanges; ///< The best path with the learned scores.
    /// The likeliest tag of each token by its emission only; score and probability of this path are
    /// those of the CRF.
    TagPath withoutCrf;
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    double milliseconds = 0.0;
};

struct AskTrellis {
    static constexpr const char* kName = "trellis";
    using Answer = Trellis;
    static QuestionKind<AskTrellis> kind();
    Example example;
    std::vector<TransitionChange> changes = {};
    int64_t paths = 5; ///< Maximum number of paths.
    friend bool operator==(const AskTrellis&, const AskTrellis&) = default;
};

/// A text of the data with its true and its predicted tags.
struct TagPrediction {
    std::vector<std::string> tokens;
    std::vector<int32_t> truth, predicted; ///< Indices into TaggingScores::tags.
    int64_t wrong = 0; ///< Tokens at which they differ.
};

using ScoredTags = ScoredRows<TaggingScores, TagPrediction>;

/// The spans of each text, or its tokens where tags mark no spans (tagOutcomes()).
Outcomes outcomesOf(const ScoredTags& scored);
/// The most frequent tag of the rows; where tags mark spans there is none.
Guess guessOf(const ScoredTags& scored);

/// Scores on a set of tagged texts.
struct AskTagScores : RowsQuestion {
    static constexpr const char* kName = "tag_scores";
    using Answer = ScoredTags;
    static QuestionKind<AskTagScores> kind();
    friend bool operator==(const AskTagScores&, const AskTagScores&) = default;
};

} // namespace core
