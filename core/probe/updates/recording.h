#pragma once

#include "core/probe/updates/signed_histogram.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// What is kept of the last updates of a training, and how much of it was wished for. Plain values:
// the training fills it (core/train/update_recorder.h), answers read it.

namespace core {

/// What of a parameter or layer an update is told by.
enum class UpdateQuantity {
    Weight, ///< After the update.
    Gradient, ///< As the optimiser took it: after clipping.
    FirstMoment, ///< Adam's m, a momentum: running mean of gradients.
    SecondMoment, ///< Adam's v, RMSprop's mean square, Adagrad's sum of squares.
    Step, ///< Weight after minus weight before.
};
inline constexpr size_t kUpdateQuantities = 5;

/// L2 norms of one parameter at one update.
struct ParameterNorms {
    float weight = 0.0F; ///< Before the update.
    float gradient = 0.0F; ///< After clipping.
    float step = 0.0F;
    friend bool operator==(const ParameterNorms&, const ParameterNorms&) = default;
};

/// One update. Losses of its items are always there, the rest where it was wished for.
struct RecordedUpdate {
    int64_t step = 0, epoch = 0; ///< 1-based.
    double loss = 0.0; ///< As UpdateReport::loss.
    double learningRate = 0.0;
    double gradientNorm = 0.0; ///< Before clipping.
    double clipFactor = 1.0; ///< What clipping to a norm multiplied gradients with.
    std::vector<int32_t> items; ///< Of the training split, in the order of the batch.
    /// Of each item the mean over its units as it was trained: dropout and smoothing on. Empty: not
    /// known.
    std::vector<float> itemLosses;
    std::string chosen; ///< The layer or parameter of `histograms`; empty: none was counted.
    /// By UpdateQuantity; nothing where the optimiser keeps no such thing.
    std::array<std::optional<SignedHistogram>, kUpdateQuantities> histograms;
    std::vector<ParameterNorms> norms; ///< As RecordedParameters; empty: too large to keep twice.

    bool isWhole() const { return !chosen.empty(); }
};
using ShownUpdate = std::shared_ptr<const RecordedUpdate>; ///< Never changed: shared by threads.

/// A parameter that is trained.
struct RecordedParameter {
    std::string name; ///< "encoder.rnn.weight_hh_l0"
    std::string layer; ///< "encoder.rnn.l0"
    std::vector<int64_t> shape;
    int64_t count = 0; ///< Values.
    friend bool operator==(const RecordedParameter&, const RecordedParameter&) = default;
};

/// How much is to be recorded.
struct RecordingWish {
    enum class Where { Nowhere, Memory, Disk };
    Where where = Where::Nowhere;
    std::string chosen = {}; ///< Name of a layer or a parameter; of neither: the first layer.
    double share = 0.05; ///< Of the training's time, at most: updates in between are left out.
    friend bool operator==(const RecordingWish&, const RecordingWish&) = default;
};

/// All weights that are trained, one parameter after another.
using WeightBlock = std::shared_ptr<const std::vector<float>>;

/// The weights around an update.
struct KeptWeights {
    int64_t step = 0;
    WeightBlock before, after;
};

/// The last updates of a training. Belongs to the compute thread, outlives the training.
class Recording {
public:
    static constexpr size_t kUpdates = 200;
    static constexpr int64_t kWeightBytes = int64_t{128} << 20; ///< Of all kept weights together.

    RecordingWish wish;
    std::vector<RecordedParameter> parameters; ///< In the order of the optimiser.
    double recordingSeconds = 0.0; ///< That recording took, and
    double trainingSeconds = 0.0; ///< how long was trained meanwhile.

    void add(RecordedUpdate update);
    void keep(KeptWeights weights);
    const std::deque<ShownUpdate>& updates() const { return m_updates; }
    const std::deque<KeptWeights>& weights() const { return m_weights; }
    /// Null: not, or no longer, known.
    ShownUpdate update(int64_t step) const;
    std::optional<KeptWeights> weightsAt(int64_t step) const;
    int64_t bytes() const; ///< That all of it takes, roughly.
    int64_t valueCount() const; ///< Of all parameters.

private:
    std::deque<ShownUpdate> m_updates;
    std::deque<KeptWeights> m_weights;
};

} // namespace core
