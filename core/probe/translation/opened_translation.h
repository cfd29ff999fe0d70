#pragma once

#include "core/model/translator.h"
#include "core/probe/translation/translation_inspection.h"

#include <vector>

namespace core {

/// Copies what a teacher-forced pass over one pair shows into plain arrays: every layer and head.
std::vector<AttentionMap> attentionMaps(const std::vector<OpenedAttention>& attention);

/// Log probability of each target token, and the likeliest one in its place.
/// @param logits  [1, tokens, vocabulary]
/// @param ids     of the target with its end mark.
/// @param tokens  filled in: logProbability, likeliestLogProbability.
/// @return ids of the likeliest tokens.
std::vector<int64_t> scoreTokens(const torch::Tensor& logits, const std::vector<int64_t>& ids,
                                 std::vector<TargetToken>& tokens);

} // namespace core
