#pragma once

#include "core/base/monitor.h"
#include "core/model/text_network.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// One batch of the rows `rows` of `ids`, padded to the longest of them.
/// @pre every row holds at least one id.
SequenceBatch sequenceBatch(std::span<const std::vector<int32_t>> ids, std::span<const size_t> rows,
                            torch::Device device);

/// The outputs of a network for many texts, computed in batches of like length.
/// @param stage  the text of the progress.
/// @return [texts, outputs] float32 on the CPU, in the order of `ids`.
/// @pre evaluation mode and no gradients (InspectionScope). @throws Error{Cancelled}.
torch::Tensor batchedOutputs(TextNetwork& network, std::span<const std::vector<int32_t>> ids,
                             int64_t outputs, torch::Device device, const Message& stage,
                             const Monitor& monitor);

} // namespace core
