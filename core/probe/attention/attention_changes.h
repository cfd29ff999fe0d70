#pragma once

#include "core/nn/layers/attention_hook.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/attention/head_by_hand.h"

#include <cstdint>
#include <vector>

namespace core {

/// A vector of a head that is changed before the weights are computed.
struct OperandChange {
    HeadTable table = HeadTable::Keys;
    int64_t token = 0; ///< Its query or key, by its number in the text.
    torch::Tensor difference; ///< [features] float64 on the CPU.
};

/// A change of the attention over one text.
struct PlannedChange {
    AttentionChange change = AttentionChange::None;
    AttentionSite site{};
    std::vector<AttentionEdit> edits{}; ///< The edits of AttentionChange::ByHand.
    uint64_t seed = 1; ///< Seed of the permutations, which differ for each row of each head.
    /// Further changes of AttentionChange::ByHand, at `site`.
    std::vector<OperandChange> operands{};
};

/// Applies planned[b] to text b of a batch. No gradients.
/// @param planned  one for each text of the batch.
AttentionHook changing(std::vector<PlannedChange> planned);

/// All changes of a network with these heads: of whole groups, then layers, then heads, where
/// these differ.
std::vector<PlannedChange> allChanges(const std::vector<AttentionSite>& heads, uint64_t seed);
/// Changes of whole groups; with `eachHead` also turns off each head.
std::vector<PlannedChange> fewChanges(const std::vector<AttentionSite>& heads, uint64_t seed,
                                      bool eachHead);

/// The change that sets weights by hand.
PlannedChange byHand(const std::vector<AttentionEdit>& edits);

} // namespace core
