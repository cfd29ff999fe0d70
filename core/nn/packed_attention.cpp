#include "core/nn/packed_attention.h"

#include "core/nn/dropout.h"

#include <torch/torch.h>

#include <cmath>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Sizes of one text: what both ways through the function need.
struct TextSlice {
    int64_t start = 0; ///< First row in the packed form.
    int64_t length = 0;
    int64_t weightStart = 0; ///< First element in the buffer of all weights.
};

std::vector<TextSlice> slicesOf(const std::vector<int64_t>& lengths, int64_t heads)
{
    std::vector<TextSlice> slices;
    TextSlice slice;
    for (const int64_t length : lengths) {
        slice.length = length;
        slices.push_back(slice);
        slice.start += length;
        slice.weightStart += heads * length * length;
    }
    return slices;
}

/// [length, parts * features] -> [parts, heads, length, size], contiguous.
torch::Tensor headsOf(const torch::Tensor& rows, int64_t parts, int64_t heads)
{
    const int64_t size = rows.size(1) / (parts * heads);
    return rows.view({rows.size(0), parts, heads, size}).permute({1, 2, 0, 3}).contiguous();
}

/// One text's part of the buffer of all weights: [heads, length, length].
torch::Tensor weightsOf(const torch::Tensor& all, const TextSlice& slice, int64_t heads)
{
    return all.narrow(0, slice.weightStart, heads * slice.length * slice.length)
        .view({heads, slice.length, slice.length});
}

torch::Tensor droppedWeights(const torch::Tensor& weights, const TextSlice& slice,
                             const DropoutMask& mask)
{
    if (mask.probability == 0.0)
        return weights;
    torch::Tensor result = torch::empty_like(weights);
    applyDropout(result.data_ptr<float>(), weights.data_ptr<float>(), weights.numel(), mask,
                 slice.weightStart);
    return result;
}

/// Writes the output of one text into `output` [length, features] and its weights.
void attend(const torch::Tensor& projected, torch::Tensor output, torch::Tensor weights,
            const TextSlice& slice, const DropoutMask& mask)
{
    const int64_t heads = weights.size(0);
    const torch::Tensor parts = headsOf(projected, 3, heads); // [3, heads, length, size]
    const double scale = 1.0 / std::sqrt(static_cast<double>(parts.size(3)));
    const torch::Tensor scores
        = torch::bmm(parts[0] * scale, parts[1].transpose(1, 2)); // [heads, length, length]
    at::_softmax_out(weights, scores, -1, false);
    const torch::Tensor mixed
        = torch::bmm(droppedWeights(weights, slice, mask), parts[2]); // [heads, length, size]
    output.view({slice.length, heads, -1}).copy_(mixed.transpose(0, 1));
}

/// Writes the gradient of one text into `result` [length, 3 * features].
void attendBackward(const torch::Tensor& gradient, const torch::Tensor& projected,
                    const torch::Tensor& weights, torch::Tensor result, const TextSlice& slice,
                    const DropoutMask& mask)
{
    const int64_t heads = weights.size(0);
    const torch::Tensor parts = headsOf(projected, 3, heads); // [3, heads, length, size]
    const double scale = 1.0 / std::sqrt(static_cast<double>(parts.size(3)));
    const torch::Tensor mixed = headsOf(gradient, 1, heads)[0]; // [heads, length, size]
    torch::Tensor slopes = torch::empty_like(parts);
    torch::Tensor queries = slopes[0];
    torch::Tensor keys = slopes[1];
    torch::Tensor values = slopes[2];

    at::bmm_out(values, droppedWeights(weights, slice, mask).transpose(1, 2), mixed);
    const torch::Tensor ofDropped
        = torch::bmm(mixed, parts[2].transpose(1, 2)); // [heads, length, length]
    const torch::Tensor ofScores = at::_softmax_backward_data(
        droppedWeights(ofDropped, slice, mask), weights, -1, torch::kFloat32);
    at::bmm_out(queries, ofScores, parts[1]);
    at::bmm_out(keys, ofScores.transpose(1, 2), parts[0]);
    slopes.narrow(0, 0, 2).mul_(scale);
    result.view({slice.length, 3, heads, -1}).copy_(slopes.permute({2, 0, 1, 3}));
}

class PackedSelfAttention : public torch::autograd::Function<PackedSelfAttention> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& projected,
                                 const std::vector<int64_t>& lengths, int64_t heads, double dropout)
    {
        const DropoutMask mask = dropout > 0.0 ? drawDropoutMask(dropout) : DropoutMask();
        const std::vector<TextSlice> slices = slicesOf(lengths, heads);
        const int64_t weightCount
            = slices.back().weightStart + heads * slices.back().length * slices.back().length;
        torch::Tensor weights = torch::empty({weightCount}, projected.options());
        torch::Tensor output
            = torch::empty({projected.size(0), projected.size(1) / 3}, projected.options());
        for (const TextSlice& slice : slices)
            attend(projected.narrow(0, slice.start, slice.length),
                   output.narrow(0, slice.start, slice.length), weightsOf(weights, slice, heads),
                   slice, mask);
        context->save_for_backward({projected, weights});
        context->saved_data["lengths"] = lengths;
        context->saved_data["heads"] = heads;
        context->saved_data["dropout"] = dropout;
        context->saved_data["key"] = static_cast<int64_t>(mask.key);
        return output;
    }

    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        const auto saved = context->get_saved_variables();
        const int64_t heads = context->saved_data["heads"].toInt();
        const DropoutMask mask{context->saved_data["dropout"].toDouble(),
                               static_cast<uint64_t>(context->saved_data["key"].toInt())};
        const torch::Tensor gradient = gradients[0].contiguous();
        torch::Tensor result = torch::empty_like(saved[0]);
        for (const TextSlice& slice :
             slicesOf(context->saved_data["lengths"].toIntVector(), heads)) {
            const auto rows = [&](const torch::Tensor& all) {
                return all.narrow(0, slice.start, slice.length);
            };
            attendBackward(rows(gradient), rows(saved[0]), weightsOf(saved[1], slice, heads),
                           rows(result), slice, mask);
        }
        return {result, torch::Tensor(), torch::Tensor(), torch::Tensor()};
    }
};

} // namespace

torch::Tensor packedSelfAttention(const torch::Tensor& projected, const TokenLayout& layout,
                                  int64_t heads, double dropout)
{
    return PackedSelfAttention::apply(projected.contiguous(), layout.lengths(), heads, dropout);
}

} // namespace core
