#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"

#include <cstdint>

namespace core {

/// What is known of training texts before a run encodes them.
struct PlannedData {
    int64_t rows = 0;
    double tokens = 0.0; ///< Of all rows together, marks not counted; from a sample it is about so.
    int64_t medianTokens = 0; ///< Of a row; of the target where there are pairs.
};

/// Batches of so many items that are this long, bounded by their number and by their tokens.
int64_t batchesOf(const TrainingSpec& training, int64_t items, int64_t tokens);

/// An epoch as it will be.
struct PlannedEpoch {
    int64_t batches = 1;
    /// What they are made of where that is not a row of the data: "windows of %1 tokens".
    Message items{};
};

/// By the rule of the spec's task: the one that its training plans batches by, as far as the data
/// are known. Roughly, where tokens bound a batch: the run knows when it has read the texts.
/// @throws Error{BadSetting} when there is no such task.
PlannedEpoch plannedEpoch(const ExperimentSpec& spec, const PlannedData& data);

} // namespace core
