#pragma once

#include "core/model/translator.h"
#include "core/nn/batch/sequence_batch.h"

#include <vector>

namespace core {

/// Pairs side by side, each target framed by <bos> and <eos>.
TranslationBatch translationBatch(std::span<const IdRow> sources, std::span<const IdRow> targets,
                                  torch::Device device);

/// The same and what a translator is to predict, before they become tensors.
struct PlainPairs {
    PaddedIds source, target;
    std::vector<int64_t> labels; ///< [tokens] y_1 ... y_n <eos> of each target, one after another.
};

/// Any thread.
PlainPairs plainPairs(std::span<const IdRow> sources, std::span<const IdRow> targets);

/// Pairs and what is to be predicted of them.
struct LabelledPairs {
    TranslationBatch batch;
    torch::Tensor labels; ///< [tokens] int64
};

/// The same numbers on `device`; on the CPU in the same memory.
LabelledPairs labelledPairs(PlainPairs pairs, torch::Device device);

/// Tokens that a translator predicts for a target: its own and the end mark.
inline int64_t predictedTokens(const IdRow& target)
{
    return static_cast<int64_t>(target.size()) + 1;
}

} // namespace core
