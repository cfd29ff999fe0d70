#pragma once

#include "core/probe/states/live_cells.h"

#include <span>
#include <vector>

namespace core {

/// What is asked about a network's recurrent layers, with places beyond them set right.
struct CellPlace {
    int64_t layer = 0, direction = 0;
    size_t stack = 0; ///< To which the layer belongs.
    int64_t ofStack = 0; ///< Its number there.
};

/// What views are told of the recurrent layers. All stacks have one kind of cell.
StateCell describedCell(const std::vector<CellLayers>& stacks);
/// @pre the stacks have a graph. @param layer  -1 or beyond what there is: the last.
CellPlace placeIn(const std::vector<CellLayers>& stacks, int64_t layer, int64_t direction);
/// Whose gradient flows through that layer. What a decoder makes of a source hangs on all of it,
/// its last token hardly.
LiveCells::LossOf derivedLoss(const std::vector<CellLayers>& stacks, CellPlace place);
/// @throws Error{BadSetting} where the cell has no such quantity.
size_t quantityNamed(const CellGraph& graph, const std::string& name);

/// @param copies  of the one text, side by side.
SequenceBatch batchOf(const LiveCells& model, const LiveCells::Text& text, int64_t copies = 1);
SequenceBatch batchOf(const LiveCells& model, std::span<const LiveCells::Text* const> texts);
/// The outputs of each text of a batch by itself, as the head gives those of one text:
/// [1, outputs], [tokens, outputs] or [1, tokens, outputs].
std::vector<torch::Tensor> byText(const torch::Tensor& outputs, const torch::Tensor& lengths);
/// Only its first tokens. @param length  0: all.
LiveCells::Text cutTo(LiveCells::Text text, int64_t length);

} // namespace core
