#pragma once

#include "core/probe/data_questions.h"
#include "core/probe/example.h"
#include "core/probe/updates/update_questions.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

// Which updates, and which texts of their batches, taught a network its prediction for an example.
// Plain values.

namespace core {

/// The loss whose changes are traced.
struct TracedLoss {
    std::string of; ///< The target: the reference if known, else the prediction of this network.
    bool ofTruth = false; ///< The target is the reference.
};

/// The influence of one update on the loss of the example.
struct UpdateInfluence {
    int64_t step = 0, epoch = 0; ///< Epoch 0: not recorded.
    int64_t texts = 0; ///< Items of its batch; 0: not recorded.
    double batchLoss = std::numeric_limits<double>::quiet_NaN(); ///< As RecordedUpdate::loss.
    double estimated = 0.0; ///< ∇L(θ) · (θ_after - θ_before)
    double measured = 0.0; ///< L(θ_after) - L(θ_before)
    double lossBefore = 0.0; ///< L(θ_before)
};

/// The updates of a run by their influence on the loss L of an example.
///
/// To first order an update changes the loss by the product of its step and the gradient,
///     L(θ_after) - L(θ_before) ≈ ∇L(θ) · (θ_after - θ_before).
/// Pruthi, Liu, Kale & Sundararajan (2020), "Estimating Training Data Influence by Tracing Gradient
/// Descent" (TracIn), arXiv:2002.08484, section 3.1. Where we differ: they
/// multiply with the step of plain SGD for one text; this is the whole step of the training, with
/// momentum or moments, clipping and dropout. TextInfluences are theirs. The measured change stands
/// beside the estimate.
///
/// Losses and gradients are computed in evaluation mode, products and sums in double precision.
/// L is that of CellReading: of several tokens their mean.
struct Influence {
    std::string text;
    TracedLoss loss;
    double lossNow = 0.0; ///< Under this network.
    std::vector<UpdateInfluence> updates; ///< The largest |estimated| first.
    double firstLoss = 0.0, lastLoss = 0.0; ///< Before the first and after the last ranked update.
    double estimatedSum = 0.0, measuredSum = 0.0; ///< Over the ranked updates.
    /// Updates between the first and the last ranked one whose weights are not recorded: the rest
    /// of the change, lastLoss - firstLoss - measuredSum, is theirs.
    int64_t between = 0;
    int64_t notRanked = 0; ///< Recorded updates without weights.
    int64_t step = 0, epoch = 0; ///< Update and epoch of this network.
    std::shared_ptr<UpdateBatches> batches; ///< For the next question.
};

/// The place of the weights at which the gradient is taken.
enum class InfluenceAt {
    Before, ///< θ_before, as in the paper.
    Middle ///< Halfway to θ_after: the error is of third order in the step, not of second.
};

struct AskInfluence {
    static constexpr const char* kName = "influence";
    static constexpr bool kLong = true;
    using Answer = Influence;
    static QuestionKind<AskInfluence> kind();
    std::string run; ///< Its folder.
    Example example;
    InfluenceAt at = InfluenceAt::Before;
    std::shared_ptr<UpdateBatches> batches = {}; ///< As UpdateQuestion's.

    friend bool operator==(const AskInfluence& a, const AskInfluence& b)
    {
        return a.run == b.run && a.example == b.example && a.at == b.at;
    }
};

/// The influence of one text of a batch.
struct TextInfluence {
    UpdateItem item; ///< lossNow is that under the weights of the gradients.
    /// -η (u_i / Σu) ∇l_i · ∇L for a text with u_i units and mean loss l_i: the change of L by the
    /// part of the text in a step of plain SGD. Over all updates their sum.
    double product = 0.0;
    int64_t updates = 0; ///< Updates whose batch had the text.
};

/// The texts of an update by their influence on the loss of an example: TracIn for each text.
struct TextInfluences {
    UpdatePlace place;
    bool allUpdates = false; ///< Summed over all ranked updates; else those of `place`.
    TracedLoss loss;
    double learningRate
        = 1.0; ///< η; 1 where it is not recorded; over all updates that of the last.
    std::vector<TextInfluence> texts; ///< Those that lower the loss most come first.
    int64_t itemCount = 0; ///< Texts in the whole batch, or in all batches.
    double productSum = 0.0; ///< Over `texts`.
    /// The gradients are those at the weights before the update. Otherwise these are not recorded,
    /// and the gradients are those of this network: their section 3.2, TracInCP.
    bool beforeUpdate = false;
    /// By the whole step: see UpdateInfluence; NaN: not recorded.
    double estimated = std::numeric_limits<double>::quiet_NaN();
    double measured = std::numeric_limits<double>::quiet_NaN();
    std::shared_ptr<UpdateBatches> batches;
};

struct AskTextInfluences : UpdateQuestion {
    static constexpr const char* kName = "text_influences";
    static constexpr bool kLong = true;
    static constexpr size_t kMostTexts = 512; ///< Each costs a backward pass.
    using Answer = TextInfluences;
    static QuestionKind<AskTextInfluences> kind();
    Example example;
    /// Sums over all updates whose weights are recorded, as the paper does over the training.
    bool allUpdates = false;
    friend bool operator==(const AskTextInfluences&, const AskTextInfluences&) = default;
};

/// The prediction for an example and its loss.
struct ExampleLoss {
    BriefAnswer prediction;
    TracedLoss target;
    double loss = std::numeric_limits<double>::quiet_NaN(); ///< NaN: none without a reference.
    int64_t step = 0, epoch = 0;
};

struct AskExampleLoss {
    static constexpr const char* kName = "example_loss";
    using Answer = ExampleLoss;
    static QuestionKind<AskExampleLoss> kind();
    Example example;
    friend bool operator==(const AskExampleLoss&, const AskExampleLoss&) = default;
};

} // namespace core
