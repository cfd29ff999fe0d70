#pragma once

#include "core/nn/layers/attention_hook.h"
#include "core/probe/attention/attention_questions.h"

#include <cstdint>
#include <vector>

namespace core {

/// What is done to the attention of one text.
struct PlannedChange {
    AttentionChange change = AttentionChange::None;
    AttentionSite site{};
    std::vector<AttentionEdit> edits{}; ///< Of ByHand.
    uint64_t seed = 1; ///< Of permutations: with it each row of each head has its own.
};

/// Does to text b of a batch what planned[b] says. No gradients.
/// @param planned  as many as the batch has texts.
AttentionHook changing(std::vector<PlannedChange> planned);

/// All that a network with these heads can be put to: of each change whole groups, then layers,
/// then heads, where they differ.
std::vector<PlannedChange> allChanges(const std::vector<AttentionSite>& heads, uint64_t seed);
/// Only whole groups; with `eachHead` also each head off.
std::vector<PlannedChange> fewChanges(const std::vector<AttentionSite>& heads, uint64_t seed,
                                      bool eachHead);

/// Edits and plan of a question's values by hand.
PlannedChange byHand(const std::vector<AttentionEdit>& edits);

} // namespace core
