#pragma once

#include <torch/types.h>

#include <cstdint>

namespace core {

enum class CellKind { RnnTanh, RnnRelu, Lstm, Gru };

/// States of all layers. Row l * directions + d belongs to layer l, direction d, as in PyTorch.
struct RecurrentState {
    torch::Tensor hidden; ///< [layers * directions, batch, outputSize] float32
    torch::Tensor cell; ///< [layers * directions, batch, hiddenSize]; undefined but for LSTM.
};

/// The parameters of one direction of one layer, named and shaped as PyTorch's.
struct CellWeights {
    torch::Tensor input; ///< weight_ih [gates * hidden, inputSize]
    torch::Tensor hidden; ///< weight_hh [gates * hidden, outputSize]
    torch::Tensor inputBias; ///< bias_ih [gates * hidden]
    torch::Tensor hiddenBias; ///< bias_hh [gates * hidden]
    torch::Tensor projection; ///< weight_hr [projectionSize, hidden]; undefined without one.
};

/// How a cell's gates lie in the buffer of the fused layer, in blocks of hiddenSize columns.
///
/// One product of the inputs fills the blocks inputFirst ... inputFirst + inputGates, one product
/// of the hidden state is added to the blocks 0 ... hiddenGates. Both ranges are contiguous
/// because a GRU keeps apart what the state gives to the candidate (q) and puts it first:
///
///     LSTM  i f g o      input 0-3, hidden 0-3
///     GRU   q r z n      input 1-3, hidden 0-2
///     RNN   h            input 0,   hidden 0
struct GateBlocks {
    int64_t width;
    int64_t inputFirst;
    int64_t inputGates;
    int64_t hiddenGates;
};

inline GateBlocks gateBlocks(CellKind cell)
{
    if (cell == CellKind::Lstm)
        return {4, 0, 4, 4};
    if (cell == CellKind::Gru)
        return {4, 1, 3, 3};
    return {1, 0, 1, 1};
}

/// Sizes of one layer.
struct LayerSizes {
    CellKind cell = CellKind::Lstm;
    int64_t input = 0;
    int64_t hidden = 0;
    int64_t projection = 0; ///< 0: none.
    int64_t directions = 1;

    int64_t output() const { return projection > 0 ? projection : hidden; } ///< Of one direction.
    int64_t gateColumns() const { return gateBlocks(cell).width * hidden; } ///< Of one direction.
};

} // namespace core
