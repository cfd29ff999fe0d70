#pragma once

#include "core/exchange/safetensors.h"
#include "core/optimise/optimiser.h"
#include "core/optimise/schedule.h"
#include "core/task/task.h"
#include "core/train/gradient_scaler.h"

#include <torch/types.h>

#include <array>
#include <limits>
#include <optional>
#include <string>

namespace core {

/// Where a training is: with the weights and the states of optimiser, schedule, scaler and random
/// generators everything that an exact resume needs.
struct TrainingPlace {
    int64_t epoch = 1; ///< The one being trained, 1-based.
    int64_t batch = 0; ///< Its next batch; all batches done: its validation is due.
    int64_t step = 0; ///< Updates done.
    double epochLossSum = 0.0; ///< Sum over the epoch so far.
    int64_t epochUnits = 0;
    std::vector<Score> epochScoreSums; ///< As epochLossSum.
    int64_t tokens = 0; ///< Since the run began.
    double seconds = 0.0; ///< Training time since the run began.
    double bestValue = std::numeric_limits<double>::quiet_NaN();
    int64_t bestEpoch = 0;
    int64_t epochsWithoutBest = 0;
    int64_t eventBytes = 0; ///< Length of events.jsonl at this place.
    /// Limits of the current epoch once its batch size was changed; empty: as in the spec.
    std::vector<BatchLimitsFrom> batchLimits;
    /// Surplus of the updates of earlier epochs over the current number per epoch.
    int64_t moreUpdates = 0;
};

/// The epoch to which the last update belonged; 0 before the first.
int64_t epochOfLastUpdate(const TrainingPlace& place);

Json toJson(const TrainingPlace& place);
TrainingPlace placeFromJson(const Json& json);

/// The parts of a training with a state, beside the network.
struct TrainingMemory {
    TrainingPlace& place;
    Task& task;
    TaskState carried; ///< The task's; of several processes that of all.
    Optimiser& optimiser;
    Schedule& schedule;
    GradientScaler& scaler;
    torch::Device device;
    const ExperimentSpec& spec;
    const std::array<std::string, 3>& data; ///< Fingerprints by Split.
};

/// Adds the state to a file of weights: tensors "training/..." and metadata "training".
void addState(TensorFile& file, const TrainingMemory& memory);

/// The settings of the training up to this checkpoint; nothing for checkpoints of earlier versions,
/// which do not contain them. @throws as restoreState().
std::optional<ExperimentSpec> trainedSpec(const TensorFile& file);

/// Where the training was. @throws as restoreState().
TrainingPlace placeOf(const TensorFile& file);

/// Puts the state back, random generators included. @throws Error{FileMalformed} when the file
/// holds none or a foreign one; Error{BadData} when the data is not that of the checkpoint.
void restoreState(const TensorFile& file, const TrainingMemory& memory);

} // namespace core
