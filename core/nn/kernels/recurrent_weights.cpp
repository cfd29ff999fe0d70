#include "core/nn/kernels/recurrent_sweep.h"

namespace core {
namespace {

using torch::Tensor;

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

FloatMemory packedForward(const Tensor& matrix)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const Tensor dense = matrix.detach().contiguous();
    const int64_t rows = dense.size(0), columns = dense.size(1);
    FloatMemory result(kernels.packedSize(columns, rows));
    kernels.pack(dense.data_ptr<float>(), 1, columns, columns, rows, result.data());
    return result;
}

FloatMemory packedBackward(const Tensor& matrix)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const Tensor dense = matrix.detach().contiguous();
    const int64_t rows = dense.size(0), columns = dense.size(1);
    FloatMemory result(kernels.packedSize(rows, columns));
    kernels.pack(dense.data_ptr<float>(), columns, 1, rows, columns, result.data());
    return result;
}

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
    result.input = packedForward(weights.input);
    result.hidden = packedForward(orderHidden(weights.hidden.detach(), sizes.cell));
    if (sizes.projection > 0)
        result.projection = packedForward(weights.projection);
    result.bias = gateBias(weights, sizes);
    return result;
}

PackedWeights packBackward(const CellWeights& weights, const LayerSizes& sizes)
{
    PackedWeights result;
    result.input = packedBackward(weights.input);
    result.hidden = packedBackward(orderHidden(weights.hidden.detach(), sizes.cell));
    if (sizes.projection > 0)
        result.projection = packedBackward(weights.projection);
    return result;
}

} // namespace core
