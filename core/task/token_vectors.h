#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <vector>

namespace core {

/// Rows of the table of a network's encoder, copied out.
struct TokenVectors {
    std::vector<std::vector<float>> rows; ///< One an id.
    int64_t tableRows = 0; ///< The vocabulary's size.
};

/// Without rows when the network has no encoder with a table.
TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<int64_t>& ids);

} // namespace core
