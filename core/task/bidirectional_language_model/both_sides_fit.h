#pragma once

#include "core/model/text_network.h"
#include "core/task/label_loss.h"
#include "core/task/task.h"

namespace core {

/// The fit of both predictions of all tokens of a batch.
struct BothSidesFit {
    LabelFit of; ///< Rows: the first token from the left, from the right, the second token ...
    torch::Tensor labels; ///< [2 * tokens] int64: each token twice.
};

/// @param network  with a NeighbourTokenHead.
BothSidesFit bothSidesFit(TextNetwork& network, PaddedIds inputs, torch::Device device,
                          double smoothing);

/// Sums over batches.
struct BothSidesSums {
    TokenLoss both; ///< Over all predictions: two for each token.
    double leftNats = 0.0, correct = 0.0;

    void add(const BothSidesFit& fit);
    void join(EvaluationShare& share);
    /// Loss, accuracy and perplexity of all predictions, and perplexities of each direction.
    SplitScores scores() const;
};

} // namespace core
