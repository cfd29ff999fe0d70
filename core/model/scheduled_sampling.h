#pragma once

#include "core/model/text_network.h"

// Feeding a network in training its own predictions. Bengio et al. (2015), arXiv:1506.03099.

namespace core {

/// Draws which tokens a network is fed as the reference has them.
/// @param marks  [tokens] int64 on the CPU: tokenMark() of each; each drawing depends on its mark.
/// @param probability  that a token is the reference's. @return [tokens] bool on `device`.
torch::Tensor forcedTokens(const torch::Tensor& marks, double probability, torch::Device device);

/// The batch as a network is fed it that predicts next tokens: each token but the first of a text
/// is, unless it is forced, the likeliest one after those that the text was fed before it. The
/// network predicts them as it generates: token by token, without dropout. No gradient flows
/// through the choice, so that a pass over the result has the gradients of one that goes token by
/// token itself.
/// @pre network.encoder().traits().carriesState, and the network is in training mode.
SequenceBatch withOwnPredictions(TextNetwork& network, SequenceBatch batch, double probability);

} // namespace core
