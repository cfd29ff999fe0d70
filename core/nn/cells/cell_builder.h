#pragma once

#include "core/nn/cells/cell_text.h"

namespace core {

/// The graph of the lines, which typedCell() describes. @pre the syntax has no fault.
TypedCell builtCell(const CellSyntax& syntax);

} // namespace core
