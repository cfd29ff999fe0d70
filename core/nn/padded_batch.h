#pragma once

#include "core/nn/sequence_batch.h"

#include <cstdint>
#include <span>

namespace core {

/// The ids of one text; borrowed.
using IdRow = std::span<const int32_t>;

/// Rows side by side, padded with 0 to the longest.
/// @param before, after  ids put in front of and behind every row; none where negative.
/// @pre every row holds at least one id, counting those.
SequenceBatch paddedBatch(std::span<const IdRow> rows, torch::Device device, int64_t before = -1,
                          int64_t after = -1);

} // namespace core
