#pragma once

#include "core/nn/cells/cell_equations.h"
#include "core/nn/cells/cell_program.h"
#include "core/nn/graph/graph_builder.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <functional>
#include <memory>
#include <vector>

namespace core {

struct RecurrentOptions {
    const CellGraph* cell = nullptr; ///< Must outlive the layers.
    int64_t inputSize = 0;
    int64_t hiddenSize = 0;
    int64_t layers = 1;
    bool bidirectional = false;
    double dropout = 0.0; ///< On the output of every layer but the last, during training.
    int64_t projectionSize = 0; ///< Size of the output, LSTM only; 0: no projection.
    bool lockedDropout = false; ///< Dropout uses one mask for all tokens of a sequence.
    /// Dropout works on y_l or f_l(x_l), before it is joined to x_l.
    LayerConnections connections = LayerConnections::None;

    int64_t directions() const { return bidirectional ? 2 : 1; }
    /// Size of the output of one direction.
    int64_t outputSize() const { return projectionSize > 0 ? projectionSize : hiddenSize; }
};

/// The result of recurrent layers in a graph.
struct GraphLayers {
    GraphValue output; ///< [batch, length, directions * output]; zero at padding.
    /// [state][layer * directions + direction], each [batch, size]: after the last real token.
    std::vector<GraphValues> states{};
};

/// The states behind the last tokens that are asked for.
enum class LastStates {
    All, ///< Each of the cell's, of all layers.
    Output, ///< h of the last layer is enough, in the last rows of the first; others may be
            ///< missing.
};

/// Stacked, optionally bidirectional recurrent layers on true lengths: the result for a sequence
/// does not depend on its batch. The cell's graph defines the equations and the parameters,
/// "weight_ih_l0", "weight_ih_l0_reverse" and so on; those of torchCell() match a state_dict of
/// torch.nn.RNN, LSTM and GRU (gates i, f, g, o and r, z, n).
///
/// float32 on the CPU uses the fused layers of cell_layer.h, which have no second derivative
/// (requesting one throws Error{Internal}); torchCell() on CUDA uses cuDNN, other cells go through
/// the CPU there; all other cases use the plain equations.
class RecurrentImpl : public torch::nn::Module {
public:
    /// @throws core::Error{BadSetting} for a size that is not positive, or for a projection that is
    /// not smaller than the hidden size or whose cell is no LSTM.
    explicit RecurrentImpl(const RecurrentOptions& options);

    /// @param input    [batch, length, inputSize] float32; values at padding are ignored.
    /// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
    /// @param initial  [layers * directions, batch, size] for each state; missing or undefined
    /// states are zero.
    CellOutput forward(const torch::Tensor& input, const torch::Tensor& lengths,
                       const CellStates& initial = {}, LastStates wanted = LastStates::All);

    /// Like forward() by the plain equations, without dropout, with a hook at each step. Slow.
    CellOutput look(const torch::Tensor& input, const torch::Tensor& lengths,
                    const CellStates& initial, const CellLook& look) const;

    /// forward() in a graph, in evaluation mode, by the equations of the cell.
    /// @param mask  [batch, length] bool; nothing: all tokens are real.
    /// @param initial  as GraphLayers::states; empty: zero.
    GraphLayers inGraph(GraphBuilder& builder, GraphValue input, GraphValue mask,
                        const std::vector<GraphValues>& initial = {}) const;
    /// One step of one layer without directions in a graph. @param input [rows, features]
    /// @param before  of each state [rows, size]. @return the states after it.
    GraphValues stepInGraph(GraphBuilder& builder, int64_t layer, GraphValue input,
                            const GraphValues& before) const;

    const RecurrentOptions& options() const { return m_options; }
    const CellGraph& graph() const { return *m_options.cell; }
    /// The parameters by row: l * directions + d.
    const std::vector<CellTensors>& weights() const { return m_weights; }
    const std::shared_ptr<const CellProgram>& program(int64_t layer) const
    {
        return m_programs[static_cast<size_t>(layer)];
    }
    /// Sizes of one direction's output, and of the states of one layer and direction, h first.
    int64_t outputSize() const { return m_options.outputSize(); }
    std::vector<int64_t> stateSizes() const;

private:
    CellSizes sizes(int64_t layer) const;
    /// Computes one layer after another, connected as the options say.
    /// @param layer  computes the layer of that number.
    /// @param dropped  applies the dropout between layers.
    CellOutput stacked(
        const torch::Tensor& input,
        const std::function<CellOutput(int64_t number, const torch::Tensor& values)>& layer,
        const std::function<torch::Tensor(const torch::Tensor& output)>& dropped) const;
    void addParameters(int64_t layer, const char* direction);
    /// Those of a layer's directions among `weights`, which are as weights().
    std::vector<CellTensors> rowsOf(int64_t layer, const std::vector<CellTensors>& weights) const;
    CellOutput forwardFused(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, const std::vector<CellTensors>& weights,
                            double dropout) const;
    CellOutput forwardOnCpu(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout) const;
    CellOutput forwardPlain(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, double dropout, LastStates wanted) const;
    /// The rows of one layer in each initial state.
    CellStates layerStates(const CellStates& initial, int64_t layer) const;

    RecurrentOptions m_options;
    std::vector<CellTensors> m_weights;
    std::vector<std::shared_ptr<const CellProgram>> m_programs; ///< [layer]
};
TORCH_MODULE(Recurrent);

/// Layers of torchCell() through LibTorch's implementation, which uses cuDNN on CUDA. It is slow on
/// the CPU and used there only by tests.
///
/// Sequences of different lengths have to be packed where all states are wanted, for which cuDNN
/// launches each step of a layer by itself. Elsewhere they are read with their padding, which comes
/// behind all that counts: backwards each is turned round by itself.
/// @param weights  [layers * directions]
/// @param dropout  on the output of every layer but the last; 0 when not training.
CellOutput libraryRecurrent(const torch::Tensor& input, const torch::Tensor& lengths,
                            const CellStates& initial, const std::vector<CellTensors>& weights,
                            const RecurrentOptions& options, double dropout, LastStates wanted);

} // namespace core
