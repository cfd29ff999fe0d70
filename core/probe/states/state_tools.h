#pragma once

#include "core/probe/states/live_cells.h"

#include <span>
#include <vector>

namespace core {

/// A layer and direction of a network's recurrent layers, within their range.
struct CellPlace {
    int64_t layer = 0, direction = 0;
    size_t stack = 0; ///< The stack of the layer.
    int64_t ofStack = 0; ///< The number of the layer in its stack.
};

/// The description of the recurrent layers. All stacks have the same cell.
StateCell describedCell(const std::vector<CellLayers>& stacks);
/// @pre the stacks have a graph. @param layer  -1 or a number beyond the layers: the last.
CellPlace placeIn(const std::vector<CellLayers>& stacks, int64_t layer, int64_t direction);
/// The loss whose gradient flows through that layer: for an encoder that feeds a decoder the mean
/// over all target tokens, since the last one hardly depends on the source; where each token has
/// one, that of the token which the layer's direction reads last.
LiveCells::LossOf derivedLoss(const std::vector<CellLayers>& stacks, CellPlace place);
/// @throws Error{BadSetting} when the cell has no such quantity.
size_t quantityNamed(const CellGraph& graph, const std::string& name);

/// @param copies  number of copies of the text, side by side.
SequenceBatch batchOf(const LiveCells& model, const LiveCells::Text& text, int64_t copies = 1);
SequenceBatch batchOf(const LiveCells& model, std::span<const LiveCells::Text* const> texts);
/// Batches of texts of one length, so that no layer sees padding, longest first, by their places.
/// Texts with word parts stand alone.
std::vector<std::vector<size_t>> batchesOfOneLength(std::span<const LiveCells::Text> texts);
/// The outputs of each text of a batch by itself, as the head gives those of one text:
/// [1, outputs], [tokens, outputs] or [1, tokens, outputs].
/// @param lengths  of the batch: with the marks that the head is not given.
std::vector<torch::Tensor> byText(const TextNetwork& network, const torch::Tensor& outputs,
                                  const torch::Tensor& lengths);
/// The words of a text that are not in the vocabulary, each once; none of a network that reads
/// words by their characters.
std::vector<std::string> unknownWordsIn(LiveCells::Text text);
/// The first tokens of a text. @param length  0: all.
LiveCells::Text cutTo(LiveCells::Text text, int64_t length);
/// Appends Text::last, which is shown as `token`. @pre it is set, and the text has no word forms.
/// @param window  largest number of tokens; 0: no bound. @return the first tokens that were
/// dropped.
int64_t readLast(LiveCells::Text& text, std::string token, int64_t window);

} // namespace core
