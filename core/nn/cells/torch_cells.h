#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/nn/kernels/recurrent_cell.h"

namespace core {

/// The equations of Recurrent, with the parameters of torch.nn.RNN, LSTM and GRU: for looking into
/// layers that compute by kernels of their own (recurrent_equations.h has the sources).
/// @param projected  an LSTM whose output is smaller than its cell.
const CellGraph& torchCell(CellKind cell, bool projected = false);

} // namespace core
