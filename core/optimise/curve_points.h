#pragma once

#include "core/base/option.h"

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

} // namespace core
