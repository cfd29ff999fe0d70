#pragma once

#include "core/base/option.h"
#include "core/nn/cells/cell_graph.h"

#include <string>
#include <vector>

namespace core {

/// A cell that is given by its equations, with its description. It serves as an encoder like
/// rnn, lstm and gru.
struct CellEntry {
    KindDescription description; ///< Without options: those of all recurrent encoders come.
    const CellGraph* graph = nullptr;
};

/// All of them, each in a file of its own, in the order in which users see them.
const std::vector<CellEntry>& cellEntries();

/// A cell as networks name it.
struct NamedCell {
    std::string id; ///< "lstm"
    std::string title; ///< "LSTM"
    const CellGraph* graph = nullptr;
};

/// Those of torch, then all of cellEntries(), in the order in which users see them.
const std::vector<NamedCell>& namedCells();
/// @pre there is one with this id.
const NamedCell& namedCell(const std::string& id);

/// The graph of a cell that is written with these calls, for ever.
template <void (*Write)(CellGraph&)> const CellGraph* cellGraph(const char* title)
{
    static const CellGraph graph(title, Write);
    return &graph;
}

/// Standard-PyTorch source of a class `Recurrent(torch.nn.Module)` that computes a cell as its
/// equations stand, one step after another on true lengths, with the names of parameters of Cells:
///   Recurrent(input_size, hidden_size, layers, dropout, bidirectional)
///   forward(x [batch, length, input], lengths=None [batch], states=None)
///     -> (states of all tokens, last ones), the latter for each of the cell's states
///        [layers * directions, batch, hidden].
/// torch, nn and F are imported.
std::string cellPython(const CellGraph& graph, LayerConnections connections);

} // namespace core
