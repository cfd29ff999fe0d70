#pragma once

#include "core/nn/layers/recurrent.h"

#include <vector>

namespace core {

/// The recurrent layers through LibTorch's own packed implementation: on CUDA that is cuDNN's.
/// Arguments as referenceRecurrent's. Slow on the CPU, where it serves only tests.
RecurrentOutput libraryRecurrent(const torch::Tensor& input, const torch::Tensor& lengths,
                                 const RecurrentState& initial,
                                 const std::vector<CellWeights>& weights,
                                 const RecurrentOptions& options, double dropout);

} // namespace core
