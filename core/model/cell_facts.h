#pragma once

#include "core/nn/recurrent.h"

namespace core {

/// What titles, generated Python and estimates need to know of a cell.
struct CellFacts {
    const char* title; ///< As in the summary.
    const char* pythonClass;
    int64_t keptPerUnit; ///< Floats a hidden unit keeps for backward: gates, cell, output.
};

CellFacts factsOf(CellKind cell);

} // namespace core
