#include "core/nn/kernels/recurrent_sweep.h"

namespace core {
namespace {

using torch::Tensor;

/// B = matrix, or its transpose, in the form of the kernels.
FloatMemory packed(const Tensor& matrix, bool transposed)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const Tensor dense = matrix.detach().contiguous();
    const int64_t rows = dense.size(0);
    const int64_t columns = dense.size(1);
    const int64_t inner = transposed ? columns : rows;
    const int64_t outer = transposed ? rows : columns;
    FloatMemory result(kernels.packedSize(inner, outer));
    kernels.pack(dense.data_ptr<float>(), transposed ? 1 : columns, transposed ? columns : 1, inner,
                 outer, result.data());
    return result;
}

std::vector<float> gateBias(const CellWeights& weights, const LayerSizes& sizes)
{
    const Tensor input = weights.inputBias.detach();
    const Tensor hidden = weights.hiddenBias.detach();
    Tensor bias = input + hidden;
    if (sizes.cell == CellKind::Gru) { // b_hn is q's alone, b_in is n's
        const int64_t h = sizes.hidden;
        bias = torch::cat(
            {hidden.narrow(0, 2 * h, h), bias.narrow(0, 0, 2 * h), input.narrow(0, 2 * h, h)});
    }
    const float* values = bias.data_ptr<float>();
    return {values, values + bias.numel()};
}

} // namespace

Tensor orderHidden(const Tensor& hiddenWeights, CellKind cell)
{
    if (cell != CellKind::Gru)
        return hiddenWeights;
    const int64_t h = hiddenWeights.size(0) / 3;
    return torch::cat({hiddenWeights.narrow(0, 2 * h, h), hiddenWeights.narrow(0, 0, 2 * h)});
}

Tensor restoreHidden(const Tensor& ordered, CellKind cell)
{
    if (cell != CellKind::Gru)
        return ordered;
    const int64_t h = ordered.size(0) / 3;
    return torch::cat({ordered.narrow(0, h, 2 * h), ordered.narrow(0, 0, h)});
}

PackedWeights packForward(const CellWeights& weights, const LayerSizes& sizes)
{
    PackedWeights result;
    result.input = packed(weights.input, true);
    result.hidden = packed(orderHidden(weights.hidden.detach(), sizes.cell), true);
    if (sizes.projection > 0)
        result.projection = packed(weights.projection, true);
    result.bias = gateBias(weights, sizes);
    return result;
}

PackedWeights packBackward(const CellWeights& weights, const LayerSizes& sizes)
{
    PackedWeights result;
    result.input = packed(weights.input, false);
    result.hidden = packed(orderHidden(weights.hidden.detach(), sizes.cell), false);
    if (sizes.projection > 0)
        result.projection = packed(weights.projection, false);
    return result;
}

} // namespace core
