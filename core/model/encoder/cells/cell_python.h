#pragma once

#include "core/nn/cells/cell_graph.h"

#include <string>

namespace core {

/// Standard-PyTorch source of a class `Recurrent(torch.nn.Module)` that computes a cell as its
/// equations stand, one step after another on true lengths, with the names of parameters of Cells:
///   Recurrent(input_size, hidden_size, layers, dropout, bidirectional)
///   forward(x [batch, length, input], lengths=None [batch], states=None)
///     -> (states of all tokens, last ones), the latter for each of the cell's states
///        [layers * directions, batch, hidden].
/// torch, nn and F are imported.
std::string cellPython(const CellGraph& graph);

} // namespace core
