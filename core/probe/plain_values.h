#pragma once

#include "core/probe/live_model.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

// Values of a network's tensors, copied to the CPU.

/// The values of a tensor, row-major, copied to the CPU as float32.
std::vector<float> plainFloats(const torch::Tensor& tensor);

/// @param table  [length, features], or undefined: there are no positions.
std::vector<PositionTable> positionTables(const torch::Tensor& table);

/// The table of a network's encoder, [vocabulary, features]; undefined when it has none.
torch::Tensor embeddingTable(const torch::nn::Module& network);

/// Rows of the embedding table of a network's encoder.
struct TokenVectors {
    std::vector<std::vector<float>> rows; ///< One an id.
    int64_t tableRows = 0; ///< The vocabulary's size.
};

/// Without rows when the network has no encoder with a table.
TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<int64_t>& ids);

} // namespace core
