#pragma once

#include "core/probe/attention/attention_questions.h"
#include "core/task/translation/translation_scoring.h"

namespace core {

// The attention of a translator, put to the test. Evaluation mode and no gradients are the caller's
// business (InspectionScope). All translations are written greedily.

/// What a test needs to know beside the network.
struct TestedTranslator {
    ScoredNetwork scored;
    DecodingSpec decoding; ///< Its lengths count, not its search.
    int64_t step = 0, epoch = 0;
};

AttentionTest attentionTest(const TestedTranslator& tested, const AskAttentionTest& question,
                            const Monitor& monitor);
AttentionEntropies attentionEntropies(const TestedTranslator& tested,
                                      const AskAttentionEntropy& question, const Monitor& monitor);
/// @pre the question has its rows. @throws Error{Cancelled}.
AttentionScores attentionScores(const TestedTranslator& tested, const AskAttentionScores& question,
                                const Monitor& monitor);

} // namespace core
