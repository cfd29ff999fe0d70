#pragma once

#include "core/nn/batch/sequence_batch.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The ids of one text; borrowed.
using IdRow = std::span<const int32_t>;

/// Rows side by side, padded with 0 to the longest, before they become tensors: made on any thread.
struct PaddedIds {
    int64_t longest = 0;
    std::vector<int64_t> ids; ///< [rows, longest]
    std::vector<int64_t> lengths; ///< [rows]
};

/// @param before, after  ids put in front of and behind every row; none where negative.
/// @pre every row holds at least one id, counting those.
PaddedIds paddedIds(std::span<const IdRow> rows, int64_t before = -1, int64_t after = -1);

/// The same numbers as tensors; on the CPU in the same memory.
SequenceBatch sequenceBatch(PaddedIds padded, torch::Device device);

/// Both at once.
SequenceBatch paddedBatch(std::span<const IdRow> rows, torch::Device device, int64_t before = -1,
                          int64_t after = -1);

} // namespace core
