#pragma once

#include "core/task/states/live_encoder.h"

namespace core {

/// What is asked about a network's recurrent layers, with places beyond them set right.
struct CellPlace {
    int64_t layer = 0, direction = 0;
};

/// What views are told of the recurrent layers.
StateCell describedCell(const CellLayers& cells);
/// @pre cells.graph. @param layer  -1 or beyond what there is: the last.
CellPlace placeIn(const CellLayers& cells, int64_t layer, int64_t direction);
/// @throws Error{BadSetting} where the cell has no such quantity.
size_t quantityNamed(const CellGraph& graph, const std::string& name);

/// @param copies  of the one text, side by side.
SequenceBatch batchOf(const LiveEncoder& model, const LiveEncoder::Text& text, int64_t copies = 1);
/// Only its first tokens. @param length  0: all.
LiveEncoder::Text cutTo(LiveEncoder::Text text, int64_t length);

} // namespace core
