#pragma once

#include "core/probe/attention/attention_map.h"
#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Tests of attention: how predictions change when attention weights are replaced, and whether the
// weights agree with other measures of importance. Plain values; matrices are row-major.

namespace core {

/// The replacement of attention weights.
enum class AttentionChange {
    None,
    Uniform, ///< Equal weights for all positions that are not masked.
    Permuted, ///< The weights of each row, permuted among the positions that are not masked.
    Off, ///< All weights 0.
    BestOnly, ///< The largest weight of each row becomes 1.
    ByHand ///< AttentionEdit.
};

/// The weights of one head, of all heads of a layer, or of all layers of a group.
struct AttentionSite {
    std::string group; ///< "pooling", "encoder", "decoder", "cross".
    int64_t layer = -1; ///< -1: all.
    int64_t head = -1; ///< -1: all.
    friend bool operator==(const AttentionSite&, const AttentionSite&) = default;
};

/// A weight that is set by hand. The others of its row keep their proportions, so that the row sums
/// to 1; set weights that sum to more than 1 are divided by their sum.
struct AttentionEdit {
    AttentionSite site;
    int64_t query = -1; ///< Row; -1: all.
    int64_t key = 0; ///< Column; masked positions stay 0.
    double weight = 0.0;
    friend bool operator==(const AttentionEdit&, const AttentionEdit&) = default;
};

/// The prediction of a network.
struct AttentionSaying {
    /// A class, a number, a translation, or the predictions for all tokens.
    std::string said;
    std::vector<float> probabilities; ///< One for each class; empty without classes.
    /// Probability of the class that is predicted without a change, or of the whole translation.
    /// Negative: unknown.
    double probability = -1.0;
    /// Nats, mean over tokens: of the reference if known, else of the prediction without a change.
    std::optional<double> loss;
};

/// A change and its effect.
struct AttentionOutcome {
    AttentionChange change = AttentionChange::None;
    AttentionSite site;
    AttentionSaying saying;
    /// From the prediction without a change: total variation, ½ Σ |p - q|, of the probabilities
    /// (mean over tokens); for a regressor |difference| of the output.
    double distance = 0.0;
    bool turned = false; ///< The prediction changed.
};

/// The weights of one head, with measures of them.
struct AttentionHeadFacts {
    AttentionMap map; ///< Without a change.
    double entropy = 0.0; ///< Mean over rows of -Σ a ln a, nats; NaN: all rows have one position.
    double relativeEntropy = 0.0; ///< Each row's divided by ln n: 0 one position, 1 uniform.
    /// Kendall's τ_b of the weights with |gradient x input| and with the effect of leaving a token
    /// out: mean over rows where there is one for each target token; for self-attention of the
    /// column means. Empty where all values are equal.
    std::optional<double> tauGradient, tauLeaveOneOut;
};

/// The test of the attention over a text.
struct AttentionTest {
    std::string text;
    std::vector<std::string> tokens; ///< The columns.
    std::vector<std::string> targetTokens; ///< The rows: a translation with its end mark.
    std::vector<std::string> classes; ///< The classes of a classifier.
    std::string lossOf; ///< The target of the losses.
    bool lossOfTruth = false;
    std::vector<AttentionHeadFacts> heads; ///< None: the network has no attention.
    /// |gradient x input| of each token for the loss, and the effect of leaving it out (as
    /// AttentionOutcome::distance). [tokens], of a translation [target tokens x tokens].
    /// leaveOneOut is empty for long texts.
    std::vector<double> gradient, leaveOneOut;
    AttentionSaying plain;
    std::vector<AttentionOutcome> outcomes; ///< Whole groups first, then layers, then heads.
    std::optional<AttentionOutcome> byHand; ///< With the edits, where there are some.
    std::vector<AttentionMap> edited; ///< The maps that changed by the edits.
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
};

struct AskAttentionTest {
    static constexpr const char* kName = "attention_test";
    using Answer = AttentionTest;
    static QuestionKind<AskAttentionTest> kind();
    static constexpr int64_t kMostLeftOut = 128; ///< Tokens; no token of a longer text is left out.
    Example example;
    int64_t seed = 1; ///< Seed of the permutations.
    std::vector<AttentionEdit> edits = {};
    friend bool operator==(const AskAttentionTest&, const AskAttentionTest&) = default;
};

/// The mean entropy of a head's weights over some texts.
struct AttentionEntropy {
    AttentionSite site;
    double entropy = 0.0, relativeEntropy = 0.0; ///< Means over texts, as AttentionHeadFacts'.
};

struct AttentionEntropies {
    std::vector<AttentionEntropy> heads;
    int64_t step = 0, epoch = 0;
};

/// Mean entropies over these texts. Translators translate them greedily.
struct AskAttentionEntropy {
    static constexpr const char* kName = "attention_entropy";
    using Answer = AttentionEntropies;
    static QuestionKind<AskAttentionEntropy> kind();
    std::vector<std::string> texts;
    std::string className = {}; ///< Class of all texts; see Example::className.
    friend bool operator==(const AskAttentionEntropy&, const AskAttentionEntropy&) = default;
};

/// The scores on a set with one change.
struct ScoredAttention {
    AttentionChange change = AttentionChange::None;
    AttentionSite site;
    double measure = 0.0; ///< The value of AttentionScores::measure.
    double loss = 0.0; ///< Mean over texts; of translators over target tokens.
    double turned = 0.0; ///< Share of texts whose prediction changes.
};

struct AttentionScores {
    /// "accuracy" of texts, "token_accuracy", "mean_absolute_error", "perplexity", "bleu".
    std::string measure;
    std::vector<ScoredAttention> rows; ///< The first, of a network without attention the only
                                       ///< one, is without a change.
    int64_t texts = 0;
    int64_t step = 0, epoch = 0;
};

/// Scores with changed attention over the rows of a split. Translators translate greedily.
struct AskAttentionScores : RowsQuestion {
    static constexpr const char* kName = "attention_scores";
    using Answer = AttentionScores;
    static QuestionKind<AskAttentionScores> kind();
    int64_t texts = 0; ///< The first so many; 0: all.
    bool eachHead = false; ///< Also turns off each head; else changes whole groups only.
    int64_t seed = 1;
    friend bool operator==(const AskAttentionScores&, const AskAttentionScores&) = default;
};

} // namespace core
