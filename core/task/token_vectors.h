#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Rows of a network's embedding table, copied out.
struct TokenVectors {
    std::vector<std::vector<float>> rows; ///< One an id.
    int64_t tableRows = 0; ///< The vocabulary's size.
};

/// @param names  of the table's parameter; the first that the network has is taken. Empty rows
///        when it has none of them.
TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<std::string>& names,
                          const std::vector<int64_t>& ids);

} // namespace core
