#pragma once

// The arithmetic of one fused recurrent layer on plain arrays. recurrent_layer.h owns the memory
// and talks to autograd.

#include "core/nn/batch/packed_layout.h"
#include "core/nn/kernels/recurrent_cell.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/memory/float_memory.h"

#include <vector>

namespace core {

/// The weights of one direction, laid out for the kernels; which of them exist depends on what the
/// sweep is for.
struct PackedWeights {
    FloatMemory input; ///< For x W_ih^T; backward: for dgates W_ih.
    FloatMemory hidden; ///< For h W_hh^T; backward: for dgates W_hh.
    FloatMemory projection; ///< For h W_hr^T; backward: for dh W_hr.
    std::vector<float> bias; ///< [gateColumns]
};

/// W_hh with its gates in the order of the buffer (GRU: n first), contiguous.
torch::Tensor orderHidden(const torch::Tensor& hiddenWeights, CellKind cell);
/// The other way round: a gradient in the buffer's order -> PyTorch's.
torch::Tensor restoreHidden(const torch::Tensor& ordered, CellKind cell);

/// A matrix W as the right factor of x Wᵀ, and of dy W, in the form of the kernels.
FloatMemory packedForward(const torch::Tensor& matrix);
FloatMemory packedBackward(const torch::Tensor& matrix);

PackedWeights packForward(const CellWeights& weights, const LayerSizes& sizes);
PackedWeights packBackward(const CellWeights& weights, const LayerSizes& sizes);

/// The arrays of one layer. Those over tokens hold all directions side by side in each row: `gates`
/// [tokens, directions * gateColumns], `cell` and `unprojected` [tokens, directions * hidden],
/// `output` [tokens, directions * output]. States are [directions, batch, size] by place.
struct ForwardArrays {
    const PackedLayout* layout = nullptr;
    LayerSizes sizes;
    std::vector<PackedWeights> weights; ///< [direction]
    const float* input = nullptr; ///< [tokens, input]
    const float* initialHidden = nullptr; ///< Null: zero.
    const float* initialCell = nullptr; ///< LSTM; null: zero.
    float* gates = nullptr;
    float* cell = nullptr; ///< LSTM
    float* unprojected = nullptr; ///< With a projection: h before it.
    float* output = nullptr;
};

/// Fills gates, cell, unprojected and output.
void sweepForward(const ForwardArrays& arrays);

/// As ForwardArrays, with what the forward sweep left.
struct BackwardArrays {
    const PackedLayout* layout = nullptr;
    LayerSizes sizes;
    std::vector<PackedWeights> weights; ///< [direction]
    const float* input = nullptr;
    const float* initialHidden = nullptr;
    const float* initialCell = nullptr;
    const float* gates = nullptr;
    const float* cell = nullptr;
    const float* unprojected = nullptr;
    const float* output = nullptr;

    float* outputGradient = nullptr; ///< In: from above. Out: with what came through time.
    float* gateGradient = nullptr; ///< Taken; of an RNN it may be outputGradient.
    float* cellGradient = nullptr; ///< LSTM. In: of the last cell states. Out: of the first.
    float* hiddenGradient = nullptr; ///< Of the first hidden states, zeroed; null: not wanted.
    float* inputGradient = nullptr; ///< Taken; null: not wanted.
};

/// Through time: fills gateGradient, cellGradient and hiddenGradient, completes outputGradient
/// unless that is gateGradient.
void sweepBackward(const BackwardArrays& arrays);

/// dL/dx = dgates W_ih, summed over the directions. After sweepBackward.
void sweepInputGradient(const BackwardArrays& arrays);

/// Where the gradients of one direction's weights go; all zeroed.
struct WeightGradients {
    float* input = nullptr; ///< [inputGates * hidden, input]
    float* hidden = nullptr; ///< [hiddenGates * hidden, output], in the buffer's order.
    float* bias = nullptr; ///< [gateColumns]
    float* projection = nullptr; ///< [projection, hidden]; may be null.
};

/// Sums over all tokens, in the same order whatever the number of threads. After sweepBackward.
void sweepWeightGradients(const BackwardArrays& arrays, const std::vector<WeightGradients>& into);

} // namespace core
