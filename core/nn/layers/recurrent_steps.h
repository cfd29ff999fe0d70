#pragma once

#include "core/nn/layers/dropout.h"
#include "core/nn/layers/recurrent.h"

#include <memory>
#include <vector>

namespace core {

/// Stacked recurrent layers of one direction, one token of all rows at a time, for decoders with
/// inputs that depend on their last output. The first features of each input, which do not depend
/// on it, are multiplied for any number of steps at once. Gradients of the weights are summed once
/// for all steps. float32 on the CPU uses the fused kernels, differentiable once; all other cases
/// use the plain equations.
///
/// An object lives for one forward pass; backward may run later.
class LayerSteps {
public:
    virtual ~LayerSteps() = default;

    /// The first layer's products with the features that are known before their steps.
    /// @param known [rows, known] -> [rows, ...]
    virtual torch::Tensor prepared(const torch::Tensor& known) const = 0;
    /// Computes one token of all rows.
    /// @param prepared  rows of the result of prepared().
    /// @param rest      the other features of the inputs [rows, rest]; undefined: none.
    /// @param states    [layer] each of the cell's states [rows, size]; replaced by the next ones.
    /// @param marks     [rows], as dropOut()'s; undefined where nothing is dropped.
    virtual void step(const torch::Tensor& prepared, const torch::Tensor& rest,
                      std::vector<CellStates>& states, const torch::Tensor& marks) const = 0;
};

/// The masks of dropout between the layers: one for each layer's input, used at all steps.
class LayerDropout {
public:
    /// @param dropout  0: the input is the state of the layer below.
    LayerDropout(int64_t layers, double dropout);
    /// @param layer  at least 1.  @param marks  as LayerSteps::step()'s.
    torch::Tensor input(size_t layer, const std::vector<CellStates>& states,
                        const torch::Tensor& marks) const
    {
        return dropOut(states[layer - 1].front(), m_masks[layer - 1], marks);
    }

private:
    std::vector<DropoutMask> m_masks; ///< [layer - 1]
};

/// @param layers   of one direction, without a projection.
/// @param known    number of features of an input that are known before its step.
/// @param dropout  between the layers; 0 when not training.
std::unique_ptr<LayerSteps> layerSteps(const RecurrentImpl& layers, int64_t known, double dropout);

} // namespace core
