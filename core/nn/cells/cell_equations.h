#pragma once

#include "core/nn/cells/cell_graph.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <functional>
#include <vector>

namespace core {

/// The parameters of one layer and direction, in the graph's order; undefined where the sizes need
/// none.
using CellTensors = std::vector<torch::Tensor>;

/// The layer, direction and token for which a quantity was computed.
struct CellMoment {
    int64_t layer = 0;
    int64_t direction = 0; ///< 1: backwards.
    int64_t token = 0; ///< Column of the batch.
    size_t quantity = 0; ///< Index of the graph's quantity.
};

/// Receives a quantity [batch, size] while it is computed and returns the value to continue with:
/// the same or another one. The value at padding is meaningless.
using CellHook = std::function<torch::Tensor(const CellMoment&, const torch::Tensor& value)>;

/// Observes every quantity with a name and optionally the terms of the equations. Slower.
struct CellLook {
    CellHook hook{};
    bool terms = false; ///< Also observe terms.
};

/// States of all layers: for each of the graph's states [layers * directions, batch, size]. Missing
/// or undefined states are zero.
using CellStates = std::vector<torch::Tensor>;

struct CellOutput {
    torch::Tensor output; ///< [batch, length, directions * output]; zero at padding.
    CellStates states; ///< After the last real token (reverse: after the first).
};

/// Computes the layers of a graph step by step with LibTorch's autograd: any device, any floating
/// type, differentiable any number of times. It is the reference for tests of the fused layers and
/// the implementation that views inspect.
///
/// @param input    [batch, length, features]; values at padding are ignored.
/// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
/// @param weights  [layer * directions + direction]
/// @param dropout  on the output of every layer but the last; 0 when not training.
CellOutput plainCells(const CellGraph& graph, const std::vector<CellTensors>& weights,
                      bool bidirectional, const torch::Tensor& input, const torch::Tensor& lengths,
                      const CellStates& initial = {}, const CellLook& look = {},
                      double dropout = 0.0);

/// Computes one direction of one layer like plainCells(), from states of zero: for layers that are
/// stacked in another way. @param place  the layer and the direction that hooks receive.
/// @return [batch, length, output]; zero at padding.
torch::Tensor plainCellDirection(const CellGraph& graph, const CellTensors& weights,
                                 const CellMoment& place, const torch::Tensor& input,
                                 const torch::Tensor& lengths, const CellLook& look = {});

/// Computes one step of one layer and direction by the plain equations for all rows. Hooks receive
/// layer 0, direction 0 and token 0.
/// @param input [rows, features]  @param before each of the graph's states [rows, size]
/// @return the states after the step.
CellStates plainCellStep(const CellGraph& graph, const CellTensors& weights,
                         const torch::Tensor& input, const CellStates& before,
                         const CellLook& look = {});

} // namespace core
