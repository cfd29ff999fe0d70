#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

enum class TraceDetail {
    Off,
    Candidates, ///< Every candidate that was weighed, its scores and its fate.
    Distributions ///< Also the whole next-token distribution and attention of each kept node.
};

/// The fate of a candidate.
enum class Fate {
    Kept, ///< It continues.
    Finished, ///< Ended, and placed aside.
    Chosen, ///< The search's answer: finished or, where nothing finished, cut off.
    BelowWidth, ///< Its score is below the k-th.
    RepeatsNgram, ///< Would repeat an n-gram; blocked.
    TooShort, ///< Ends before the minimum length; blocked.
    OutsideTopK, ///< Sampling: not among the k likeliest.
    OutsideTopP, ///< Sampling: beyond the probability mass p.
    NotDrawn, ///< Sampling: could have been.
    NotForced, ///< Another token was forced here.
    CutOff, ///< Without an end mark at the maximum length, or where nothing could follow.
    Abandoned ///< Still open when enough others had finished.
};

/// A candidate: a hypothesis and one more token.
struct TraceNode {
    int32_t id = 0; ///< Index in DecodingTrace::nodes.
    int32_t parent = -1; ///< -1: the root, which is the begin mark.
    int32_t step = 0; ///< Tokens so far: 0 for the root.
    int32_t token = 0;
    std::string text; ///< The token as a person reads it; filled in by who knows the vocabulary.
    double logProbability = 0.0; ///< For this token, in nats.
    double total = 0.0; ///< Of the hypothesis: sum of its tokens'.
    double lengthPenalty = 1.0; ///< What `total` is divided by.
    double coveragePenalty = 0.0; ///< What is added after that; at most 0.
    double score = 0.0; ///< After penalties: what it is ranked by.
    int32_t rank = 0; ///< 1-based among the step's candidates that were not blocked; 0: blocked.
    Fate fate = Fate::Kept;
    /// Of the next token, given this hypothesis; one a token of the vocabulary. Empty unless asked
    /// for, and for nodes that never went on.
    std::vector<float> nextLogProbabilities;
    /// Of the decoder on the source while this node's successors were weighed; may be empty.
    std::vector<float> attention;
};

/// One decision.
struct TraceStep {
    std::vector<int32_t> candidates; ///< Node ids, best score first, blocked ones last.
    /// Further candidates that were weighed. They lay below all listed ones, except those listed
    /// because they were forced, drawn or taken.
    int64_t unlisted = 0;
    double bestUnlistedScore = 0.0; ///< Of them; meaningless when there are none.
    int32_t finishedSoFar = 0;
};

/// A search as it happened. Plain values, safe between threads.
struct DecodingTrace {
    std::vector<TraceNode> nodes; ///< [0] is the root; parents before children.
    std::vector<TraceStep> steps;
    /// Nodes of the hypotheses found, as Search::best(). The first is the one that was chosen.
    std::vector<int32_t> ranking;
    Message ending; ///< Why it stopped: "2 hypotheses were finished.", "The maximum length ...".
    int64_t expansions = 0; ///< Rows that the network was asked for.
};

} // namespace core
