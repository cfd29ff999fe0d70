#pragma once

#include "core/nn/kernels/recurrent_cell.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <vector>

namespace core {

struct RecurrentOptions {
    CellKind cell = CellKind::Lstm;
    int64_t inputSize = 0;
    int64_t hiddenSize = 0;
    int64_t layers = 1;
    bool bidirectional = false;
    double dropout = 0.0; ///< On the output of every layer but the last, while training.
    int64_t projectionSize = 0; ///< LSTM only; 0: none. The output then has this size.
    bool lockedDropout = false; ///< With one mask for all tokens of a sequence.
};

struct RecurrentOutput {
    torch::Tensor output; ///< [batch, length, directions * outputSize]; zero at padding.
    RecurrentState state; ///< After the last real token (backward: after the first).
};

/// Stacked, optionally bidirectional recurrent layers on true lengths: what a sequence gives does
/// not depend on the batch it is in. Equations, parameter names, shapes and their order are those
/// of torch.nn.RNN, LSTM and GRU (gates i, f, g, o and r, z, n), so a state_dict of one fits.
///
/// float32 on the CPU runs the fused layers of recurrent_layer.h, which have no second derivative
/// (asking for one throws Error{Internal}); CUDA runs cuDNN's; everything else the plain equations
/// of recurrent_equations.h.
class RecurrentImpl : public torch::nn::Module {
public:
    /// @throws core::Error{BadSetting} for a size that is not positive, or a projection that is
    /// not smaller than the hidden size or not of an LSTM.
    explicit RecurrentImpl(const RecurrentOptions& options);

    /// @param input    [batch, length, inputSize] float32; what stands at padding is ignored.
    /// @param lengths  [batch] int64 on the CPU, each in 1 ... length.
    /// @param initial  zero when its tensors are undefined.
    RecurrentOutput forward(const torch::Tensor& input, const torch::Tensor& lengths,
                            const RecurrentState& initial = {});

    const RecurrentOptions& options() const { return m_options; }
    int64_t outputSize() const; ///< Of one direction.

    /// The parameters by row: l * directions + d.
    const std::vector<CellWeights>& weights() const { return m_weights; }

private:
    /// Layer by layer, for dropout that the layers' own implementation does not have.
    RecurrentOutput forwardLocked(const torch::Tensor& input, const torch::Tensor& lengths,
                                  const RecurrentState& initial, double dropout);

    RecurrentOptions m_options;
    std::vector<CellWeights> m_weights;
};
TORCH_MODULE(Recurrent);

} // namespace core
