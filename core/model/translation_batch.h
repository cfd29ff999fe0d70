#pragma once

#include "core/model/translator.h"
#include "core/nn/padded_batch.h"

namespace core {

/// Pairs side by side, each target framed by <bos> and <eos>.
TranslationBatch translationBatch(std::span<const IdRow> sources, std::span<const IdRow> targets,
                                  torch::Device device);

/// What a translator is to predict: y_1 ... y_n <eos> of each target, one after another.
/// @return [tokens] int64 on `device`.
torch::Tensor targetLabels(std::span<const IdRow> targets, torch::Device device);

/// Tokens that a translator predicts for a target: its own and the end mark.
inline int64_t predictedTokens(const IdRow& target)
{
    return static_cast<int64_t>(target.size()) + 1;
}

} // namespace core
