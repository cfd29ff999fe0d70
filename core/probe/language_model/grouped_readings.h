#pragma once

#include "core/probe/evaluation/grouped_scores_question.h"
#include "core/probe/language_model/live_language_model.h"

#include <cstdint>
#include <vector>

namespace core {

/// The accuracy of the tokens that occurred before in their text, in groups of distances 1, 2, 3 to
/// 4, 5 to 8 and so on; groups without a token are left out. End marks and unknown tokens have no
/// distance. The guess is the most frequent of these tokens.
/// @param most  groups: neighbours with the fewest tokens are joined; 0: any number.
/// @param stream  all rows are one text. That the network begins anew where a stream is cut into
///        the rows of a batch is disregarded.
std::vector<GroupedScore> scoresByDistance(const ScoredReadings& scored, bool stream, int64_t most,
                                           const BootstrapSettings& settings);

/// Accuracies by distance, or perplexities of lines by the number of their tokens.
void groupScores(const LiveLanguageModel& model, const ScoredReadings& scored,
                 const AskGroupedScores& question, GroupedScores& found, const Monitor& monitor);

} // namespace core
