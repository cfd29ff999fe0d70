#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/probe/trace/trace_question.h"

namespace core {

/// The step of a cell as a picture shows it: operands before the operations that read them. Named
/// values are numbered as in StateCell::quantities.
std::vector<TraceOperation> operationsOf(const CellGraph& graph);

} // namespace core
