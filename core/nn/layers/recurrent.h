#pragma once

#include "core/nn/cells/cell_equations.h"
#include "core/nn/cells/cell_program.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <memory>
#include <vector>

namespace core {

struct RecurrentOptions {
    const CellGraph* cell = nullptr; ///< Outlives the layers.
    int64_t inputSize = 0;
    int64_t hiddenSize = 0;
    int64_t layers = 1;
    bool bidirectional = false;
    double dropout = 0.0; ///< On the output of every layer but the last, while training.
    int64_t projectionSize = 0; ///< LSTM only; 0: none. The output then has this size.
    bool lockedDropout = false; ///< With one mask for all tokens of a sequence.

    int64_t directions() const { return bidirectional ? 2 : 1; }
    /// Size of the output of one direction.
    int64_t outputSize() const { return projectionSize > 0 ? projectionSize : hiddenSize; }
};

/// Stacked, optionally bidirectional recurrent layers on true lengths: the result for a sequence
/// does not depend on its batch. The cell's graph gives the equations and the parameters,
/// "weight_ih_l0", "weight_ih_l0_reverse" and so on; those of torchCell() fit a state_dict of
/// torch.nn.RNN, LSTM and GRU (gates i, f, g, o and r, z, n).
///
/// float32 on the CPU runs the fused layers of cell_layer.h, which have no second derivative
/// (asking for one throws Error{Internal}); torchCell() on CUDA runs cuDNN's; everything else the
/// plain equations.
class RecurrentImpl : public torch::nn::Module {
public:
    /// @throws core::Error{BadSetting} for a size that is not positive, or a projection that is
    /// not smaller than the hidden size or not of an LSTM.
    explicit RecurrentImpl(const RecurrentOptions& options);

    /// @param input    [batch, length, inputSize] float32; values at padding are ignored.
    /// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
    /// @param initial  of each state [layers * directions, batch, size]; fewer or undefined: zero.
    CellOutput forward(const torch::Tensor& input, const torch::Tensor& lengths,
                       const CellStates& initial = {});

    const RecurrentOptions& options() const { return m_options; }
    const CellGraph& graph() const { return *m_options.cell; }
    /// The parameters by row: l * directions + d.
    const std::vector<CellTensors>& weights() const { return m_weights; }
    const std::shared_ptr<const CellProgram>& program(int64_t layer) const
    {
        return m_programs[static_cast<size_t>(layer)];
    }
    int64_t outputSize() const { return m_options.outputSize(); } ///< Of one direction.
    std::vector<int64_t> stateSizes() const; ///< Of one layer and direction; h first.

private:
    CellSizes sizes(int64_t layer) const;
    void addParameters(int64_t layer, const char* direction);
    std::vector<CellTensors> weightsOf(int64_t layer) const;
    CellOutput forwardFused(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout) const;
    CellOutput forwardPlain(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout) const;
    /// Each initial state's rows of one layer.
    CellStates layerStates(const CellStates& initial, int64_t layer) const;

    RecurrentOptions m_options;
    std::vector<CellTensors> m_weights;
    std::vector<std::shared_ptr<const CellProgram>> m_programs; ///< [layer]
};
TORCH_MODULE(Recurrent);

/// Layers of torchCell() through LibTorch's own packed implementation: on CUDA that is cuDNN's.
/// Slow on the CPU, where it serves only tests.
/// @param weights  [layers * directions]; `options` says the rest.
/// @param dropout  on the output of every layer but the last; 0 when not training.
CellOutput libraryRecurrent(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, const std::vector<CellTensors>& weights,
                            const RecurrentOptions& options, double dropout);

} // namespace core
