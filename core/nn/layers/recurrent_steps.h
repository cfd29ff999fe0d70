#pragma once

#include "core/nn/layers/recurrent.h"

#include <memory>
#include <vector>

namespace core {

/// Stacked recurrent layers of one direction, one token of all rows at a time: for decoders whose
/// next input depends on their last output. What does not depend on it, the first features of each
/// input, is worked on for any number of steps at once. Gradients of the weights are summed up once
/// for all steps. float32 on the CPU runs the fused kernels, differentiable once; everything else
/// the plain equations.
///
/// Lives as long as one pass forward; backward may come later.
class LayerSteps {
public:
    virtual ~LayerSteps() = default;

    /// What the first layer makes of the features that are known before their steps.
    /// @param known [rows, known] -> [rows, ...]
    virtual torch::Tensor prepared(const torch::Tensor& known) const = 0;
    /// One token of all rows.
    /// @param prepared  rows of what prepared() gave.
    /// @param rest      the other features of the inputs [rows, rest]; undefined: there are none.
    /// @param states    [layer] each of the cell's states [rows, size]; become those after it.
    virtual void step(const torch::Tensor& prepared, const torch::Tensor& rest,
                      std::vector<CellStates>& states) const = 0;
};

/// @param layers   of one direction, without a projection.
/// @param known    features of an input that are known before its step; the rest comes with it.
/// @param dropout  between the layers; 0 when not training.
std::unique_ptr<LayerSteps> layerSteps(const RecurrentImpl& layers, int64_t known, double dropout);

} // namespace core
