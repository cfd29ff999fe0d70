#pragma once

#include "core/probe/attention/attention_map.h"
#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Attention put to the test: what becomes of a network's answers when its attention weights are
// replaced, and whether the weights agree with other measures of what counts. Plain values;
// matrices are row-major.

namespace core {

/// What is put in the place of attention weights.
enum class AttentionChange {
    None,
    Uniform, ///< All that may be looked at alike.
    Permuted, ///< The weights of each row, dealt out anew among what may be looked at.
    Off, ///< Nothing is looked at: all weights 0.
    BestOnly, ///< The largest weight of each row becomes 1.
    ByHand ///< As AttentionEdit says.
};

/// Which weights: of one head, of all heads of a layer, of all layers of a group.
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
    int64_t key = 0; ///< Column; what may not be looked at stays 0.
    double weight = 0.0;
    friend bool operator==(const AttentionEdit&, const AttentionEdit&) = default;
};

/// What a network answers.
struct AttentionSaying {
    /// A class, a number, a translation; of a network that says something of each token all of it.
    std::string said;
    std::vector<float> probabilities; ///< One a class, of networks with classes; else empty.
    /// Of the class that the network says as it is; of a translation as a whole. Negative: unknown.
    double probability = -1.0;
    /// Nats; of several tokens their mean. Of the true answer where it is known, else of the one
    /// that the network gives as it is.
    std::optional<double> loss;
};

/// A change and what came of it.
struct AttentionOutcome {
    AttentionChange change = AttentionChange::None;
    AttentionSite site;
    AttentionSaying saying;
    /// From what the network says as it is: total variation, ½ Σ |p - q|, of the probabilities (of
    /// several tokens their mean); of networks that say a number |difference| of the output.
    double distance = 0.0;
    bool turned = false; ///< It says something else.
};

/// One head's weights, and what is known of them.
struct AttentionHeadFacts {
    AttentionMap map; ///< As the network computes it.
    double entropy = 0.0; ///< Mean over rows of -Σ a ln a, nats; NaN: no row has a choice.
    double relativeEntropy = 0.0; ///< The same, each row's divided by ln n: 0 one place, 1 uniform.
    /// Kendall's τ_b of the weights with |gradient x input| and with what leaving a token out
    /// moves. Of a row where there is one, or where there is one for each target token the mean
    /// over rows; of self-attention of the column means. Nothing where there is no order.
    std::optional<double> tauGradient, tauLeaveOneOut;
};

/// A sentence whose attention was put to the test.
struct AttentionTest {
    std::string text;
    std::vector<std::string> tokens; ///< As the network sees them: columns.
    std::vector<std::string> targetTokens; ///< Of a translation, with its end mark: rows.
    std::vector<std::string> classes; ///< Of a network that chooses among a few.
    std::string lossOf; ///< The answer that losses are taken of.
    bool lossOfTruth = false;
    std::vector<AttentionHeadFacts> heads; ///< None: the network has no attention.
    /// |gradient x input| of each token for the loss, and what leaving it out moves (as
    /// AttentionOutcome::distance). [tokens], of a translation [target tokens x tokens]; leaving
    /// out may be empty: too long.
    std::vector<double> gradient, leaveOneOut;
    AttentionSaying plain;
    std::vector<AttentionOutcome> outcomes; ///< Whole groups first, then layers, then heads.
    std::optional<AttentionOutcome> byHand; ///< With the edits, where there are some.
    std::vector<AttentionMap> edited; ///< Those maps of it that are not as they were.
    int64_t step = 0, epoch = 0; ///< Of the network.
};

struct AskAttentionTest {
    static constexpr const char* kName = "attention_test";
    using Answer = AttentionTest;
    static QuestionKind<AskAttentionTest> kind();
    static constexpr int64_t kMostLeftOut = 128; ///< Tokens of a text; of longer ones none is.
    Example example;
    int64_t seed = 1; ///< Of permutations.
    std::vector<AttentionEdit> edits = {};
    friend bool operator==(const AskAttentionTest&, const AskAttentionTest&) = default;
};

/// How spread a head's weights are over some texts.
struct AttentionEntropy {
    AttentionSite site;
    double entropy = 0.0, relativeEntropy = 0.0; ///< Means over texts, as AttentionHeadFacts'.
};

struct AttentionEntropies {
    std::vector<AttentionEntropy> heads;
    int64_t step = 0, epoch = 0;
};

/// Of these texts; translators translate them greedily.
struct AskAttentionEntropy {
    static constexpr const char* kName = "attention_entropy";
    using Answer = AttentionEntropies;
    static QuestionKind<AskAttentionEntropy> kind();
    std::vector<std::string> texts;
    std::string className = {}; ///< As Example::className, of all of them.
    friend bool operator==(const AskAttentionEntropy&, const AskAttentionEntropy&) = default;
};

/// How a network does on a set with one change.
struct ScoredAttention {
    AttentionChange change = AttentionChange::None;
    AttentionSite site;
    double measure = 0.0; ///< As AttentionScores::measure says.
    double loss = 0.0; ///< Mean over texts; of translators over target tokens.
    double turned = 0.0; ///< Share of the texts of which it says something else.
};

struct AttentionScores {
    /// "accuracy" of texts, "token_accuracy", "mean_absolute_error", "perplexity", "bleu".
    std::string measure;
    std::vector<ScoredAttention> rows; ///< The network as it is, then change by change.
    int64_t texts = 0;
    int64_t step = 0, epoch = 0;
};

/// The same over the rows of a split; translators translate greedily.
struct AskAttentionScores : RowsQuestion {
    static constexpr const char* kName = "attention_scores";
    using Answer = AttentionScores;
    static QuestionKind<AskAttentionScores> kind();
    int64_t texts = 0; ///< The first so many; 0: all.
    bool eachHead = false; ///< Also head by head, what Off does; else whole groups alone.
    int64_t seed = 1;
    friend bool operator==(const AskAttentionScores&, const AskAttentionScores&) = default;
};

} // namespace core
