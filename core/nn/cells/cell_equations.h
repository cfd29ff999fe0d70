#pragma once

#include "core/nn/cells/cell_graph.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <functional>
#include <vector>

namespace core {

/// The parameters of one layer and direction, in the order of the graph's; undefined where the
/// sizes leave one out.
using CellTensors = std::vector<torch::Tensor>;

/// Those of `layers` that belong to a graph, found by their names: "weight_ih_l0_reverse". Serves
/// torch.nn's layers as well as Recurrent.
/// @return [layer * directions + direction]
std::vector<CellTensors> cellTensors(const CellGraph& graph, const torch::nn::Module& layers,
                                     int64_t count, bool bidirectional);

/// Where and when a quantity has been computed.
struct CellMoment {
    int64_t layer = 0;
    int64_t direction = 0; ///< 1: backwards.
    int64_t token = 0; ///< Column of the batch.
    size_t quantity = 0; ///< A place among the graph's quantities.
};

/// Sees a quantity [batch, size] while it is computed and returns what shall be computed on with:
/// the value itself, or another one. At padding the value is of no use.
using CellHook = std::function<torch::Tensor(const CellMoment&, const torch::Tensor& value)>;

/// Sees every quantity with a name, and the terms of the equations too. Slower.
struct CellLook {
    CellHook hook{};
    bool terms = false; ///< Also those quantities that are terms.
};

/// States of all layers: for each of the graph's states [layers * directions, batch, size]. Fewer
/// or undefined ones: zero.
using CellStates = std::vector<torch::Tensor>;

struct CellOutput {
    torch::Tensor output; ///< [batch, length, directions * output]; zero at padding.
    CellStates states; ///< After the last true token (backward: after the first).
};

/// The layers that a graph stands for, one step at a time, for LibTorch's autograd: any device, any
/// floating type, differentiable any number of times. What the fused layers are tested against,
/// and what views look into.
///
/// @param input    [batch, length, features]; what stands at padding is ignored.
/// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
/// @param weights  [layers * directions], as cellTensors().
/// @param dropout  on the output of every layer but the last; 0 when not training.
CellOutput plainCells(const CellGraph& graph, const std::vector<CellTensors>& weights,
                      bool bidirectional, const torch::Tensor& input, const torch::Tensor& lengths,
                      const CellStates& initial = {}, const CellLook& look = {},
                      double dropout = 0.0);

/// One step of one layer and direction by the plain equations, of rows that all take part in it.
/// What looks is told of layer, direction and token 0.
/// @param input [rows, features]  @param before each of the graph's states [rows, size]
/// @return the states after it.
CellStates plainCellStep(const CellGraph& graph, const CellTensors& weights,
                         const torch::Tensor& input, const CellStates& before,
                         const CellLook& look = {});

} // namespace core
