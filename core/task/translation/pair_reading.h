#pragma once

#include "core/task/states/live_cells.h"
#include "core/task/translation/translation_scoring.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A pair for looking into the recurrent layers of a translator. Evaluation mode and no gradients
/// are the caller's business (LookingScope).
/// @param decoding   its lengths count, not its search: what is said is written greedily.
/// @param reference  empty: the greedy translation is what losses are taken of.
/// @pre the network has encoderCells().
std::unique_ptr<CellReading> readPair(const ScoredNetwork& network, const DecodingSpec& decoding,
                                      const std::string& source, const std::string& reference);

/// Pairs side by side. As above.
std::unique_ptr<CellBatch> readPairs(const ScoredNetwork& network, const DecodingSpec& decoding,
                                     std::span<const BatchText> pairs);

} // namespace core
