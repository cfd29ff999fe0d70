#pragma once

#include "core/metric/score.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/task/evaluation_share.h"
#include "core/text/text_pipeline.h"

namespace core {

/// Adds a batch of predicted tokens. @param labels  [tokens] int64 that `fit` was computed for,
/// without label smoothing; -100 counts for nothing.
inline void addTo(TokenLoss& loss, const LabelFit& fit, const torch::Tensor& labels)
{
    const torch::Tensor unknown = labels.eq(kUnknownId);
    loss.nats += fit.crossEntropy.item<double>();
    loss.unknownNats += fit.ofRows.masked_select(unknown).sum(torch::kFloat64).item<double>();
    loss.tokens += labels.ge(0).sum().item<int64_t>();
    loss.unknown += unknown.sum().item<int64_t>();
}

/// Adds the tokens of the other processes.
inline void joinLoss(TokenLoss& loss, EvaluationShare& share)
{
    share.totalEach(loss.nats, loss.unknownNats, loss.tokens, loss.unknown);
}

} // namespace core
