#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

enum class TraceDetail {
    Off,
    Candidates, ///< Every scored candidate with its scores and its fate.
    Distributions ///< Also the complete next-token distribution and attention of each kept node.
};

/// The fate of a candidate.
enum class Fate {
    Kept, ///< It continues.
    Finished, ///< It ended and was set aside.
    Chosen, ///< The result of the search: finished, or cut off if no hypothesis finished.
    BelowWidth, ///< Its score is below the k-th.
    RepeatsNgram, ///< It would repeat an n-gram and is blocked.
    TooShort, ///< It would end before the minimum length and is blocked.
    OutsideTopK, ///< Sampling: not among the k most likely tokens.
    OutsideTopP, ///< Sampling: outside the probability mass p.
    NotDrawn, ///< Sampling: possible, but not drawn.
    NotForced, ///< Another token was forced here.
    CutOff, ///< No end token at the maximum length, or no possible next token.
    Abandoned ///< Still open when enough others had finished.
};

/// A candidate: a hypothesis and one more token.
struct TraceNode {
    int32_t id = 0; ///< Index in DecodingTrace::nodes.
    int32_t parent = -1; ///< -1: the root, which is the begin token.
    int32_t step = 0; ///< Number of tokens: 0 for the root.
    int32_t token = 0;
    std::string text; ///< The readable token, filled in by the owner of the vocabulary.
    double logProbability = 0.0; ///< Log probability of this token in nats, after penalties for
                                 ///< repetition.
    double total = 0.0; ///< Sum of the log probabilities of the hypothesis.
    double lengthPenalty = 1.0; ///< Divisor of `total`.
    double coveragePenalty = 0.0; ///< Added after the division; at most 0.
    double score = 0.0; ///< The value after penalties, used for ranking.
    int32_t rank = 0; ///< 1-based among the step's candidates that were not blocked; 0: blocked.
    Fate fate = Fate::Kept;
    bool stopped = false; ///< It ended by a stop sequence, without an end mark.
    /// Log probability of each token of the vocabulary after this hypothesis. Empty unless
    /// requested, and for nodes without successors.
    std::vector<float> nextLogProbabilities;
    /// Attention of the decoder over the source when it scored this node's successors; may be
    /// empty.
    std::vector<float> attention;
};

/// One decision.
struct TraceStep {
    std::vector<int32_t> candidates; ///< Node ids, best score first, blocked ones last.
    /// Number of further scored candidates. They rank below all listed ones, except for those
    /// listed because they were forced, drawn or chosen.
    int64_t unlisted = 0;
    double bestUnlistedScore = 0.0; ///< Their best score; meaningless if there are none.
    int32_t finishedSoFar = 0;
};

/// The record of a search. Plain values that can be passed between threads.
struct DecodingTrace {
    std::vector<TraceNode> nodes; ///< [0] is the root; parents before children.
    std::vector<TraceStep> steps;
    /// Nodes of the hypotheses found, in the order of Search::best(). The first is the result.
    std::vector<int32_t> ranking;
    Message ending; ///< Why it stopped: "2 hypotheses were finished.", "The maximum length ...".
    int64_t expansions = 0; ///< Number of rows that the network has computed.
};

} // namespace core
