#pragma once

#include "core/base/json.h"

#include <cstdint>

namespace core {

inline constexpr int64_t kSpecVersion = 2; ///< That specs are written in.

/// Brings a spec of `version`, 1 or later, into the form of kSpecVersion. Faults stay, for
/// completed() to report.
void upgradeSpec(Json& spec, int64_t version);

} // namespace core
