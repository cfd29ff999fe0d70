#pragma once

#include "core/base/message.h"
#include "core/probe/question.h"
#include "core/probe/updates/recording.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

// What can be asked about single updates of a run, whatever its task: which batch it was and what
// it cost, what was recorded of it, and the loss of its batch around the weights. Plain values.

namespace core {

class UpdateBatches;

/// The size of batches from an update on.
struct BatchSizeFrom {
    int64_t step = 1; ///< The first update that is made with it.
    int64_t texts = 64, tokens = 0; ///< As TrainingSpec::batchSize and batchTokens.
    friend bool operator==(const BatchSizeFrom&, const BatchSizeFrom&) = default;
};

/// Which batch an update was: with the seed of the run's spec enough to make it again.
struct UpdatePlace {
    int64_t step = 0; ///< 1-based.
    int64_t epoch = 1; ///< To which it belongs.
    int64_t firstStep = 1; ///< Of that epoch.
    std::vector<BatchSizeFrom> sizes; ///< At the epoch's beginning, then as they were changed.
    friend bool operator==(const UpdatePlace&, const UpdatePlace&) = default;
};

/// What the questions on an update's batch have in common.
struct UpdateQuestion {
    std::string run; ///< Its folder.
    UpdatePlace place;
    /// What an earlier answer about the same run gave: the data need not be read again.
    std::shared_ptr<UpdateBatches> batches = {};

    friend bool operator==(const UpdateQuestion& a, const UpdateQuestion& b)
    {
        return a.run == b.run && a.place == b.place;
    }
};

/// An item of a batch: a text, a sentence pair, a piece of a stream.
struct UpdateItem {
    std::string text, reference; ///< As the data have them; of a long row the part that it is.
    int64_t row = -1; ///< Of the training data, from 0; -1: of several.
    int64_t tokens = 0;
    double lossThen
        = std::numeric_limits<double>::quiet_NaN(); ///< As it was trained; NaN: unknown.
    double lossNow = 0.0; ///< Of the network that was asked: evaluating, without dropout.
};

struct UpdateBatch {
    UpdatePlace place;
    std::vector<UpdateItem> items;
    double lossNow = 0.0; ///< Mean over all units.
    int64_t units = 0;
    int64_t networkStep = 0, networkEpoch = 0; ///< Of the network that was asked.
    bool recorded = false; ///< Which items it had was written down; else it was planned again.
    std::shared_ptr<UpdateBatches> batches; ///< For the next question.
};

/// "Why did the loss jump here": the texts of an update's batch with their losses.
struct AskUpdateBatch : UpdateQuestion {
    static constexpr const char* kName = "update_batch";
    using Answer = UpdateBatch;
    static QuestionKind<AskUpdateBatch> kind();
    friend bool operator==(const AskUpdateBatch&, const AskUpdateBatch&) = default;
};

/// What is recorded of the last updates.
struct ShownRecording {
    std::vector<RecordedParameter> parameters;
    std::vector<ShownUpdate> updates; ///< In their order; not each update need be there.
    std::vector<int64_t> keptWeights; ///< Updates around which all weights are kept.
    RecordingWish wish; ///< As it is now.
    bool live = false; ///< The network asked is being trained: wishes count.
    bool fromDisk = false; ///< The run's own file was read.
    double share = 0.0; ///< Of the training's time, that recording took.
    int64_t bytes = 0; ///< Of memory.
};

/// Tells what is wished for to a training that is under way, and what is recorded so far.
struct AskRecording {
    static constexpr const char* kName = "recording";
    using Answer = ShownRecording;
    static QuestionKind<AskRecording> kind();
    std::string run;
    RecordingWish wish = {}; ///< From now on.
    int64_t until = 0; ///< Read from disk: updates up to this one; 0: up to the last.
    friend bool operator==(const AskRecording&, const AskRecording&) = default;
};

/// The way along which the loss is measured.
enum class LandscapePath {
    Step, ///< From the weights before the update to those after it, and beyond.
    Gradient, ///< Against the gradient of the batch.
    Random, ///< In a random direction.
    RandomPlane, ///< In two random directions.
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
    /// The weights at a = 0 are those right before the update; else of the network asked.
    bool beforeUpdate = false;
    int64_t networkStep = 0;
    double weightNorm = 0.0; ///< Of θ.
    double directionNorm = 0.0; ///< Of d₁.
    /// Cosine of the angle between the step taken and the gradient's descent; NaN: not known.
    double stepCosine = std::numeric_limits<double>::quiet_NaN();
    std::shared_ptr<UpdateBatches> batches;
};

struct AskLandscape : UpdateQuestion {
    static constexpr const char* kName = "landscape";
    static constexpr bool kLong = true;
    using Answer = Landscape;
    static QuestionKind<AskLandscape> kind();
    LandscapePath path = LandscapePath::Gradient; ///< Step needs the weights of the update.
    int64_t points = 41; ///< Of a line, or of a plane's side: odd.
    double reach = 1.0; ///< Random: |a| and |b| at most; others go from -1 to 3.
    int64_t seed = 1; ///< Of the random directions.
    friend bool operator==(const AskLandscape&, const AskLandscape&) = default;
};

} // namespace core
