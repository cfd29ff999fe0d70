#pragma once

#include "core/task/live_model.h"
#include "core/task/plain_floats.h"

namespace core {

/// @param table  [length, features], or undefined: the network has no positions.
inline std::vector<PositionTable> positionTables(const torch::Tensor& table)
{
    if (!table.defined())
        return {};
    return {{"positions", table.size(0), table.size(1), plainFloats(table)}};
}

} // namespace core
