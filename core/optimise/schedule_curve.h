#pragma once

#include "core/base/option.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// `selection` with its options completed by defaults, so that a form can draw while it is edited.
Selection withDefaults(const Selection& selection, const std::string& family,
                       const std::vector<KindDescription>& kinds);

/// The updates at which a curve over a whole run is drawn: at most `points`, evenly spread, first
/// 1, last `totalUpdates`.
std::vector<int64_t> curveSteps(int64_t totalUpdates, int64_t points);

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
