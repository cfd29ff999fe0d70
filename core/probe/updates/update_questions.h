#pragma once

#include "core/base/message.h"
#include "core/probe/question.h"
#include "core/probe/updates/recording.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

// Questions about single updates of a run, of any task: its batch with the losses, what was
// recorded, and the loss of its batch around the weights. Plain values.

namespace core {

class UpdateBatches;

/// The size of batches from an update on.
struct BatchSizeFrom {
    int64_t step = 1; ///< The first update of that size.
    int64_t texts = 64, tokens = 0; ///< See TrainingSpec::batchSize, batchTokens.
    friend bool operator==(const BatchSizeFrom&, const BatchSizeFrom&) = default;
};

/// The place of an update in its run: with the run's spec it determines the batch.
struct UpdatePlace {
    int64_t step = 0; ///< 1-based.
    int64_t epoch = 1;
    int64_t firstStep = 1; ///< The first step of that epoch.
    std::vector<BatchSizeFrom> sizes; ///< Sizes at the start of the epoch, then each change.
    friend bool operator==(const UpdatePlace&, const UpdatePlace&) = default;
};

/// A question about the batch of an update.
struct UpdateQuestion {
    std::string run; ///< Its folder.
    UpdatePlace place;
    /// From an earlier answer about the same run: avoids reading the data again.
    std::shared_ptr<UpdateBatches> batches = {};

    friend bool operator==(const UpdateQuestion& a, const UpdateQuestion& b)
    {
        return a.run == b.run && a.place == b.place;
    }
};

/// An item of a batch: a text, a sentence pair, a piece of a stream.
struct UpdateItem {
    std::string text, reference; ///< As in the data; for a long row the part of the item.
    int64_t row = -1; ///< Row of the training data, from 0; -1: several.
    int64_t tokens = 0;
    double lossThen = std::numeric_limits<double>::quiet_NaN(); ///< Loss in training; NaN: unknown.
    double lossNow = 0.0; ///< Loss of this network in evaluation mode.
};

struct UpdateBatch {
    UpdatePlace place;
    std::vector<UpdateItem> items;
    double lossNow = 0.0; ///< Mean over all units.
    int64_t units = 0;
    int64_t networkStep = 0, networkEpoch = 0; ///< The training step and epoch of this network.
    bool recorded = false; ///< The items were recorded; else they were planned again.
    std::shared_ptr<UpdateBatches> batches; ///< For the next question.
};

/// The texts of an update's batch with their losses: "why did the loss jump here".
struct AskUpdateBatch : UpdateQuestion {
    static constexpr const char* kName = "update_batch";
    using Answer = UpdateBatch;
    static QuestionKind<AskUpdateBatch> kind();
    friend bool operator==(const AskUpdateBatch&, const AskUpdateBatch&) = default;
};

/// The recording of the last updates.
struct ShownRecording {
    std::vector<RecordedParameter> parameters;
    std::vector<ShownUpdate> updates; ///< In order; some may be missing.
    std::vector<int64_t> keptWeights; ///< Updates with all weights before and after them.
    RecordingWish wish; ///< Current.
    bool live = false; ///< The network is being trained: wishes have an effect.
    bool fromDisk = false; ///< Read from the file of the run.
    double share = 0.0; ///< Share of the training time spent on recording.
    int64_t bytes = 0; ///< Memory.
};

/// Passes a wish to a training under way and returns what is recorded so far.
struct AskRecording {
    static constexpr const char* kName = "recording";
    using Answer = ShownRecording;
    static QuestionKind<AskRecording> kind();
    std::string run;
    RecordingWish wish = {}; ///< Applies to all later updates.
    int64_t until = 0; ///< The last update to read from a file; 0: all.
    friend bool operator==(const AskRecording&, const AskRecording&) = default;
};

/// The path along which the loss is measured.
enum class LandscapePath {
    Step, ///< From the weights before the update to those after it, and beyond.
    Gradient, ///< Against the gradient of the batch.
    Random, ///< One random direction.
    RandomPlane, ///< Two random directions.
};

/// The loss of a batch around the weights of a network: L(θ + a d₁ + b d₂).
///
/// Goodfellow, Vinyals & Saxe (2015), arXiv:1412.6544, for the line; Li et al. (2018), "Visualizing
/// the Loss Landscape of Neural Nets", arXiv:1712.09913, for random directions: normally
/// distributed, each filter scaled to the norm of the weights' filter. Here a filter is a row of a
/// matrix: all weights into one unit; in recurrent matrices, which have gates one below the other,
/// into one gate of one unit; in a table of words, a word. As with theirs, parameters with one
/// dimension (biases, normalisation) stay where they are. Where we differ: no parameter is taken
/// as a convolution's filter over both of its inner dimensions unless it has more than two.
struct Landscape {
    UpdatePlace place;
    LandscapePath path = LandscapePath::Step;
    std::vector<double> a; ///< Along d₁, rising; has a 0.
    std::vector<double> b; ///< Along d₂; of a line only 0.
    std::vector<double> losses; ///< [b][a], mean over the batch's units, without dropout.
    /// The weights at a = 0 are those right before the update; else those of this network.
    bool beforeUpdate = false;
    int64_t networkStep = 0;
    double weightNorm = 0.0; ///< The norm of θ.
    double directionNorm = 0.0; ///< The norm of d₁.
    /// Cosine of the angle between the step and the descent of the gradient; NaN: unknown.
    double stepCosine = std::numeric_limits<double>::quiet_NaN();
    std::shared_ptr<UpdateBatches> batches;
};

struct AskLandscape : UpdateQuestion {
    static constexpr const char* kName = "landscape";
    static constexpr bool kLong = true;
    using Answer = Landscape;
    static QuestionKind<AskLandscape> kind();
    LandscapePath path = LandscapePath::Gradient; ///< Step needs the weights of the update.
    int64_t points = 41; ///< Points on a line or on a side of a plane: odd.
    double reach = 1.0; ///< Random: largest |a| and |b|; others range from -1 to 3.
    int64_t seed = 1; ///< Seed of the random directions.
    friend bool operator==(const AskLandscape&, const AskLandscape&) = default;
};

} // namespace core
