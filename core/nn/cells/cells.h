#pragma once

#include "core/nn/cells/cell_equations.h"
#include "core/nn/cells/cell_program.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <memory>
#include <vector>

namespace core {

struct CellsOptions {
    int64_t inputSize = 0;
    int64_t hiddenSize = 0;
    int64_t layers = 1;
    bool bidirectional = false;
    double dropout = 0.0; ///< On the output of every layer but the last, while training.
    bool lockedDropout = false; ///< With one mask for all tokens of a sequence.

    int64_t directions() const { return bidirectional ? 2 : 1; }
};

/// Stacked, optionally bidirectional layers of a cell that is given by its equations, on true
/// lengths: what a sequence gives does not depend on the batch it is in. Parameters as the graph
/// names them, "weight_ih_l0", "weight_ih_l0_reverse" and so on, in that order.
///
/// float32 on the CPU runs the fused layers of cell_layer.h, which have no second derivative
/// (asking for one throws Error{Internal}); everything else the plain equations.
class CellsImpl : public torch::nn::Module {
public:
    /// @param graph  of a cell whose output is as large as its state; lives on.
    CellsImpl(const CellGraph& graph, const CellsOptions& options);

    /// @param input    [batch, length, inputSize]; what stands at padding is ignored.
    /// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
    /// @param initial  of each state [layers * directions, batch, hiddenSize]; undefined: zero.
    CellOutput forward(const torch::Tensor& input, const torch::Tensor& lengths,
                       const CellStates& initial = {});

    const CellGraph& graph() const { return m_graph; }
    const CellsOptions& options() const { return m_options; }
    CellSizes sizes(int64_t layer) const;
    /// The parameters by row: l * directions + d.
    const std::vector<CellTensors>& weights() const { return m_weights; }
    const std::shared_ptr<const CellProgram>& program(int64_t layer) const
    {
        return m_programs[static_cast<size_t>(layer)];
    }
    /// Floats that a unit of one layer and direction keeps of a token for backward.
    int64_t keptPerUnit() const;

private:
    void addParameters(int64_t layer, const char* direction);
    CellOutput forwardFused(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout);
    CellOutput forwardPlain(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout);
    /// Each initial state's rows of one layer.
    CellStates layerStates(const CellStates& initial, int64_t layer) const;

    const CellGraph& m_graph;
    CellsOptions m_options;
    std::vector<CellTensors> m_weights;
    std::vector<std::shared_ptr<const CellProgram>> m_programs; ///< [layer]
};
TORCH_MODULE(Cells);

} // namespace core
