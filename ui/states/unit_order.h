#pragma once

#include <vector>

namespace ui {

/// How units are put one beneath the other.
enum class UnitOrder {
    Number,
    Activity, ///< The largest mean |value| first.
    Similarity ///< Units that do alike stand side by side.
};

/// Units in their order. For similarity they are joined by average linkage of the Euclidean
/// distances of their rows, and of the ways to lay two groups side by side that one is taken whose
/// touching ends are nearest (seriation of the tree's leaves).
/// @param values  row-major [tokens * units]
std::vector<int> orderedUnits(const std::vector<float>& values, int tokens, int units,
                              UnitOrder order);

} // namespace ui
