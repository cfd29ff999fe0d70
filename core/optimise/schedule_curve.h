#pragma once

#include "core/experiment/spec.h"

#include <vector>

namespace core {

/// The learning rate over a whole run, before it is trained.
struct ScheduleCurve {
    std::vector<double> step; ///< At most `points` values, first 1, last totalUpdates.
    std::vector<double> learningRate;
    bool dependsOnResults = false; ///< Reduce on plateau: drawn as if nothing improved.
};

/// @pre totalUpdates >= 1, points >= 2. Any thread.
ScheduleCurve scheduleCurve(const TrainingSpec& spec, int64_t totalUpdates, int64_t updatesPerEpoch,
                            int64_t points);

} // namespace core
