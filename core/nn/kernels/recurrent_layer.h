#pragma once

#include "core/nn/batch/packed_layout.h"
#include "core/nn/kernels/recurrent_cell.h"

#include <vector>

namespace core {

struct LayerOutput {
    torch::Tensor output; ///< [tokens, directions * output]
    torch::Tensor hidden; ///< [directions, batch, output], in the order of the batch.
    torch::Tensor cell; ///< [directions, batch, hidden]; undefined but for LSTM.
};

/// One recurrent layer with all its directions as a single node of autograd: one product for the
/// inputs of all tokens, then per step one product and one loop over the gates; backward alike,
/// with the gradients of the weights as single sums over all tokens at the end.
///
/// The same numbers come out at any number of threads. Differentiable once: a gradient of a
/// gradient ends with Error{Internal}; recurrent_equations.h can do that.
///
/// @param input    [tokens, input] float32 on the CPU
/// @param initial  hidden [directions, batch, output] and, of an LSTM, cell [directions, batch,
///                 hidden], in the order of the batch; zero when undefined.
LayerOutput fusedLayer(const torch::Tensor& input, const RecurrentState& initial,
                       const std::vector<CellWeights>& weights, const LayerSizes& sizes,
                       const PackedLayoutPtr& layout);

} // namespace core
