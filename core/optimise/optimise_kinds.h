#pragma once

#include "core/base/option.h"

#include <vector>

namespace core {

std::vector<KindDescription> optimiserKinds(); ///< Family "optimiser".
std::vector<KindDescription> scheduleKinds(); ///< Family "schedule".

} // namespace core
