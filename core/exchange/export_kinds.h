#pragma once

#include "core/base/option.h"

#include <vector>

namespace core {

/// Family "export": formats in which a trained network leaves.
std::vector<KindDescription> exportKinds();

} // namespace core
