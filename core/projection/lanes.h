#pragma once

#include <cstddef>

namespace core {

/// Sixteen numbers that are computed with at once.
using Lanes = float __attribute__((vector_size(64)));
inline constexpr size_t kLanes = 16;

} // namespace core
