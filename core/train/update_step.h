#pragma once

#include "core/train/training_session.h"
#include "core/train/update_recorder.h"

#include <limits>
#include <span>
#include <vector>

namespace core {

/// The result of one update, as plain numbers.
struct UpdateResult {
    double lossSum = 0.0; ///< Over all its units.
    int64_t units = 0;
    std::vector<Score> scoreSums; ///< Over all its units.
    double gradientNorm = 0.0; ///< Before clipping; not finite when the update was skipped.
    double learningRate = 0.0;
    bool clipped = false;
    double clippedNorm
        = std::numeric_limits<double>::quiet_NaN(); ///< After clipping, where it was.
    ByQuantity<std::vector<float>> layers; ///< As LayerMeasures names them.
    double teacherForcing = std::numeric_limits<double>::quiet_NaN(); ///< Probability used.
    double clipFactor = 1.0; ///< Left to the optimiser by clipping to a norm.
    std::vector<float> itemLosses; ///< Losses of its items, in order; empty: unknown.
};

/// A batch of the plan.
struct PlannedBatch {
    std::span<const int32_t> items;
    std::span<const int32_t> own; ///< Those that this process computes; may be empty.
    int64_t before = 0; ///< Items before its own.
};

/// One update of the network from one or more batches, whose gradient is that of the mean over
/// all their units, as if they were one batch.
/// Each of several processes computes its part, and all make the same update.
/// @param step  the number of this update, 1-based.
/// @param signs  to the other processes.
/// @param recorder  sees gradients, weights and moments; nothing is changed by it.
/// @throws Error{Diverged} before anything is changed when loss or gradient is not finite;
/// Error{Helper} likewise when another process has ended.
UpdateResult updateOnce(TrainingSession& session, const std::vector<PlannedBatch>& batches,
                        int64_t step, UpdateRecorder& recorder, const Together::Signs& signs = {});

} // namespace core
