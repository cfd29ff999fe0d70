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

// The recording of the last updates of a training, and what to record. Plain values: the training
// fills it (core/train/update_recorder.h), answers read it.

namespace core {

/// A quantity of a parameter or layer at an update.
enum class UpdateQuantity {
    Weight, ///< After the update.
    Gradient, ///< After clipping.
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

/// One update. Only the losses of its items are always recorded.
struct RecordedUpdate {
    int64_t step = 0, epoch = 0; ///< 1-based.
    double loss = 0.0; ///< See UpdateReport::loss.
    double learningRate = 0.0;
    double gradientNorm = 0.0; ///< Before clipping.
    double clipFactor = 1.0; ///< Factor of the gradients by clipping to a norm.
    std::vector<int32_t> items; ///< Items of the training split, in batch order.
    /// Mean over the units of each item in training: with dropout and smoothing. Empty: unknown.
    std::vector<float> itemLosses;
    std::string chosen; ///< The layer or parameter of `histograms`; empty: there are none.
    /// Indexed by UpdateQuantity; empty for a moment that the optimiser does not have.
    std::array<std::optional<SignedHistogram>, kUpdateQuantities> histograms;
    std::vector<ParameterNorms> norms; ///< By RecordedParameter; empty for a very large network.

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

/// The updates and weights to record.
struct RecordingWish {
    enum class Where { Nowhere, Memory, Disk };
    Where where = Where::Nowhere;
    std::string chosen = {}; ///< Name of a layer or a parameter; otherwise the first layer.
    double share = 0.05; ///< Largest share of the training time: other updates are left out.
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
    static constexpr int64_t kWeightBytes = int64_t{128} << 20; ///< Limit for all kept weights.

    RecordingWish wish;
    std::vector<RecordedParameter> parameters; ///< The optimiser's order.
    double recordingSeconds = 0.0; ///< Time spent on recording.
    double trainingSeconds = 0.0; ///< Training time meanwhile.

    void add(RecordedUpdate update);
    void keep(KeptWeights weights);
    const std::deque<ShownUpdate>& updates() const { return m_updates; }
    const std::deque<KeptWeights>& weights() const { return m_weights; }
    /// Null: not, or no longer, recorded.
    ShownUpdate update(int64_t step) const;
    std::optional<KeptWeights> weightsAt(int64_t step) const;
    int64_t bytes() const; ///< Memory, roughly.
    int64_t valueCount() const; ///< Values of all parameters.

private:
    std::deque<ShownUpdate> m_updates;
    std::deque<KeptWeights> m_weights;
};

} // namespace core
