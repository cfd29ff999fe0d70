#pragma once

#include "core/nn/batch/packed_layout.h"
#include "core/nn/cells/cell_equations.h"
#include "core/nn/cells/cell_program.h"

#include <memory>
#include <vector>

namespace core {

struct CellLayerOutput {
    torch::Tensor output; ///< [tokens, directions * output]
    CellStates states; ///< [directions, batch, size] each, in the order of the batch.
};

/// One layer of a compiled cell with all its directions as a single node of autograd: one product
/// for the inputs of all tokens, then per step one for what depends on the state before (more where
/// the equations need what comes of the first), and between them the cell's program row by row;
/// backward alike, with the gradients of the weights as single sums over all tokens at the end.
///
/// The same numbers come out at any number of threads. Differentiable once: a gradient of a
/// gradient ends with Error{Internal}; plainCells() can do that.
///
/// @param input    [tokens, input] float32 on the CPU
/// @param initial  of each state [directions, batch, size] in the order of the batch, or
///                 undefined: zero.
/// @param weights  [directions], as CellGraph's parameters.
CellLayerOutput fusedCellLayer(const std::shared_ptr<const CellProgram>& program,
                               const torch::Tensor& input, const CellStates& initial,
                               const std::vector<CellTensors>& weights,
                               const PackedLayoutPtr& layout);

/// One layer and direction of a compiled cell, one token of all rows at a time, for decoders whose
/// next input depends on their last output. The weights are laid out once for all steps, and their
/// gradients are summed in one place: autograd gets them once, not at every step. The same numbers
/// come out at any number of threads. Differentiable once.
///
/// Lives as long as one pass forward; backward may come later.
class SteppedCell {
public:
    SteppedCell() = default;
    /// @param weights  float32 on the CPU, as CellGraph's parameters.
    SteppedCell(const std::shared_ptr<const CellProgram>& program, const CellTensors& weights);

    /// @param input [rows, input]  @param before each of the graph's states [rows, hidden]
    /// @return the states after it.
    CellStates operator()(const torch::Tensor& input, const CellStates& before) const;

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace core
