#pragma once

#include "core/probe/states/live_cells.h"
#include "core/task/translation/translation_scoring.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A pair for looking into the recurrent layers of a translator. Evaluation mode and no gradients
/// are the caller's business (InspectionScope).
/// @param decoding  its lengths count, not its search: the translation is written greedily.
/// @param pair      without a reference the greedy translation is the target of losses.
/// @pre the network has encoderCells().
std::unique_ptr<CellReading> readPair(const ScoredNetwork& network, const DecodingSpec& decoding,
                                      const Example& pair);

/// Pairs side by side. As above.
std::unique_ptr<CellBatch> readPairs(const ScoredNetwork& network, const DecodingSpec& decoding,
                                     std::span<const Example> pairs);

} // namespace core
