#pragma once

#include "core/probe/example.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/updates/update_questions.h"

#include <cstdint>
#include <string>
#include <vector>

// The gradient through time over all texts of a batch. Plain values.

namespace core {

/// Norms of the texts that have a step.
struct StepNorms {
    int64_t texts = 0;
    double mean = 0.0;
    double lower = 0.0, upper = 0.0; ///< Quartiles, between two texts interpolated.
};

/// How the gradient of the loss flows back through the texts of a batch.
///
/// Each text i is read as GradientFlow reads one, from its own beginning and without dropout, and
/// has its own loss L_i: of a text with one answer that of its true one, where each token has one
/// the last token's (of a backward direction the first one's), of the encoder of a translator the
/// mean over the target. Its norms are n_i(t) = ||dL_i/dh_{i,t}||, those of GradientFlow of that
/// text alone. As texts do not know of each other, the batch's mean loss L = (1/N) sum_i L_i has
/// dL/dh_{i,t} = (1/N) dL_i/dh_{i,t}: the same picture N times lower, which is why the texts' own
/// losses are derived.
///
/// Texts of different lengths are aligned at their last or at their first step in the reading
/// order of the layer: a backward direction begins at the last token. The mean at step s over the
/// set T_s of texts that have this step is
///     m(s) = (1/|T_s|) sum_{i in T_s} n_i(s).
struct BatchGradients {
    UpdatePlace place; ///< The update of the batch; step 0: the texts were given.
    bool latest = false; ///< It is the latest update of the training under way.
    bool recorded = false; ///< The texts were recorded; else they were planned again.
    std::vector<Example> texts; ///< The texts read: the first of the batch.
    int64_t itemCount = 0; ///< Items in the whole batch.
    double loss = 0.0; ///< Mean of L_i.
    StateCell cell;
    int64_t layer = 0, direction = 0;
    std::vector<std::string> states; ///< "h", "c"
    std::vector<std::vector<StepNorms>> fromEnd; ///< [state][steps before the last one]
    std::vector<std::vector<StepNorms>> fromStart; ///< [state][steps after the first one]
    int64_t step = 0, epoch = 0; ///< The training step and epoch of the network.
    std::shared_ptr<UpdateBatches> batches; ///< For the next question; null: texts were given.
};

/// `place` is the update of the batch. Step 0: the latest update of a network in training, else
/// the last of `places` before the network's update, else the first of the training.
struct AskBatchGradients : UpdateQuestion {
    static constexpr const char* kName = "batch_gradients";
    using Answer = BatchGradients;
    static QuestionKind<AskBatchGradients> kind();
    static constexpr int64_t kMostTexts = 64;
    std::vector<UpdatePlace> places = {}; ///< Updates of the run, in their order.
    std::vector<Example> texts = {}; ///< Not empty: these are read instead of a batch.
    int64_t layer = -1, direction = 0; ///< -1, or a number beyond the layers: the last.
    friend bool operator==(const AskBatchGradients&, const AskBatchGradients&) = default;
};

} // namespace core
