#include "core/nn/layers/linear.h"

#include "core/nn/kernels/dense_products.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/kernels/vector_clones.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

ConstRows matrixRows(const Tensor& matrix)
{
    return {matrix.data_ptr<float>(), matrix.size(1)};
}

/// The operation after the product.
enum class After { Nothing, ReluAndDropout, GeluAndDropout, TanhGeluAndDropout };

bool hasGelu(After after)
{
    return after == After::GeluAndDropout || after == After::TanhGeluAndDropout;
}

UNROLL_VECTOR_CLONES
void cutBelowZero(float* values, int64_t count)
{
    for (int64_t i = 0; i < count; ++i)
        values[i] = values[i] < 0.0F ? 0.0F : values[i]; // NaN is kept
}

/// out = given * scale where `values` are not zero.
UNROLL_VECTOR_CLONES
void passWhereNotZero(float* out, const float* given, const float* values, int64_t count,
                      float scale)
{
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i)
        out[i] = values[i] == 0.0F ? 0.0F : given[i] * scale;
}

/// A mask and the marks of the rows that it is for; no marks where nothing is dropped.
struct RowsMask {
    DropoutMask mask;
    Tensor marks;

    void apply(float* out, const float* in, int64_t first, int64_t rows, int64_t columns) const
    {
        applyDropout(out, in, rows, columns, mask, marks.data_ptr<int64_t>() + first);
    }
};

/// relu and dropout of rows that were just computed.
RowWork reluAndDropout(const Tensor& result, const RowsMask& drops)
{
    const int64_t columns = result.size(1);
    return [=, out = result.data_ptr<float>()](int64_t first, int64_t rows) {
        float* values = out + first * columns;
        cutBelowZero(values, rows * columns);
        if (drops.marks.defined())
            drops.apply(values, values, first, rows, columns);
    };
}

/// dL/d(product) from dL/d(result): an element that is 0 was cut off or dropped, the others were
/// scaled. NaN passes on.
Tensor throughReluAndDropout(const Tensor& gradient, const Tensor& result, double probability)
{
    Tensor slopes = torch::empty_like(gradient);
    const auto scale = static_cast<float>(1.0 / (1.0 - probability));
    const float* given = gradient.data_ptr<float>();
    const float* values = result.data_ptr<float>();
    float* out = slopes.data_ptr<float>();
    const int64_t columns = result.size(1);
    chunkAll(result.size(0), [&](int64_t row, int64_t rows) {
        const int64_t first = row * columns;
        passWhereNotZero(out + first, given + first, values + first, rows * columns, scale);
    });
    return slopes;
}

/// gelu and dropout of rows of `before` that were just computed.
RowWork geluAndDropout(const Tensor& before, const Tensor& result, const RowsMask& drops,
                       After after)
{
    const int64_t columns = result.size(1);
    const auto& kernels = recurrentKernels();
    const auto gelu = after == After::GeluAndDropout ? kernels.gelu : kernels.tanhGelu;
    return [=, in = before.data_ptr<float>(), out = result.data_ptr<float>()](int64_t first,
                                                                              int64_t rows) {
        const int64_t begin = first * columns, count = rows * columns;
        gelu(count, in + begin, out + begin);
        if (drops.marks.defined())
            drops.apply(out + begin, out + begin, first, rows, columns);
    };
}

/// dL/d(before) from dL/d(result).
Tensor throughGeluAndDropout(const Tensor& gradient, const Tensor& before, const RowsMask& drops,
                             After after)
{
    const auto& kernels = recurrentKernels();
    const auto backward
        = after == After::GeluAndDropout ? kernels.geluBackward : kernels.tanhGeluBackward;
    const Tensor slopes = torch::empty_like(gradient);
    const float* given = gradient.data_ptr<float>();
    const float* in = before.data_ptr<float>();
    float* out = slopes.data_ptr<float>();
    const int64_t columns = before.size(1);
    chunkAll(before.size(0), [&](int64_t row, int64_t rows) {
        const int64_t first = row * columns, count = rows * columns;
        if (drops.marks.defined())
            drops.apply(out + first, given + first, row, rows, columns);
        const float* kept = drops.marks.defined() ? out : given;
        backward(count, in + first, kept + first, out + first);
    });
    return slopes;
}

struct Linear : torch::autograd::Function<Linear> {
    /// @param bias undefined for none.  @param drops  of the operation after the product.
    static Tensor forward(AutogradContext* context, const Tensor& input, const Tensor& weight,
                          const c10::optional<Tensor>& bias, After after, const RowsMask& drops)
    {
        const Tensor rows = input.contiguous();
        const Tensor factors = weight.stride(1) == 1 ? weight : weight.contiguous();
        const int64_t in = factors.size(1), out = factors.size(0);
        Tensor result = torch::empty({rows.size(0), out}, torch::kFloat32);
        const bool relu = after == After::ReluAndDropout, gelu = hasGelu(after);
        Tensor product = gelu ? torch::empty_like(result) : result;
        const Tensor offset = bias.has_value() ? bias->contiguous() : Tensor();
        multiplyRowsOnce(rows.size(0), matrixRows(rows),
                         {factors.data_ptr<float>(), 1, factors.stride(0), in, out},
                         offset.defined() ? offset.data_ptr<float>() : nullptr,
                         {product.data_ptr<float>(), out},
                         relu       ? reluAndDropout(result, drops)
                             : gelu ? geluAndDropout(product, result, drops, after)
                                    : RowWork{});
        context->saved_data["bias"] = bias.has_value();
        context->saved_data["after"] = static_cast<int64_t>(after);
        context->saved_data["dropout"] = drops.mask.probability;
        context->saved_data["key"] = static_cast<int64_t>(drops.mask.key);
        context->saved_data["marks"] = drops.marks;
        context->save_for_backward({rows, factors, relu || gelu ? product : Tensor()});
        return result;
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const Tensor &rows = saved[0], &factors = saved[1];
        Tensor gradient = gradients[0].contiguous();
        const auto after = static_cast<After>(context->saved_data["after"].toInt());
        const RowsMask drops{{context->saved_data["dropout"].toDouble(),
                              static_cast<uint64_t>(context->saved_data["key"].toInt())},
                             context->saved_data["marks"].toTensor()};
        if (after == After::ReluAndDropout)
            gradient = throughReluAndDropout(gradient, saved[2], drops.mask.probability);
        else if (hasGelu(after))
            gradient = throughGeluAndDropout(gradient, saved[2], drops, after);
        const int64_t in = factors.size(1), out = factors.size(0);
        Tensor ofInput, ofWeight, ofBias;
        if (context->needs_input_grad(0)) {
            ofInput = torch::empty_like(rows);
            multiplyRowsOnce(rows.size(0), matrixRows(gradient),
                             {factors.data_ptr<float>(), factors.stride(0), 1, out, in}, nullptr,
                             {ofInput.data_ptr<float>(), in});
        }
        const bool biased = context->saved_data["bias"].toBool() && context->needs_input_grad(2);
        if (context->needs_input_grad(1)) {
            ofWeight = torch::empty({out, in}, torch::kFloat32);
            if (biased)
                ofBias = torch::empty({out}, torch::kFloat32);
            multiplyTransposed(rows.size(0), matrixRows(gradient), out, matrixRows(rows), in,
                               ofWeight.data_ptr<float>(),
                               biased ? ofBias.data_ptr<float>() : nullptr);
        } else if (biased) {
            ofBias = gradient.sum(0);
        }
        return {ofInput, ofWeight, ofBias, Tensor(), Tensor()};
    }
};

bool isQuick(const Tensor& input, const Tensor& weight)
{
    return isFloatOnCpu(input) && weight.scalar_type() == torch::kFloat32 && input.dim() >= 2
        && weight.dim() == 2 && input.numel() >= kFewestProductRows * weight.size(1);
}

/// Whether few rows of numbers are multiplied that no gradient flows through.
bool isStep(const Tensor& input, const Tensor& weight, const Tensor& bias)
{
    const auto learns
        = [](const Tensor& tensor) { return tensor.defined() && tensor.requires_grad(); };
    return isFloatOnCpu(input) && isFloatOnCpu(weight) && input.dim() >= 1 && weight.dim() == 2
        && weight.stride(1) == 1 && input.numel() > 0
        && !(torch::GradMode::is_enabled() && (learns(input) || learns(weight) || learns(bias)));
}

/// As torch::linear, of few rows and without gradients. Each weight is read once from memory and
/// nothing is rearranged, as a library of matrix products does before it multiplies.
Tensor steppedRows(const Tensor& input, const Tensor& weight, const Tensor& bias)
{
    const int64_t in = weight.size(1), out = weight.size(0);
    const Tensor rows = input.reshape({-1, in}).contiguous();
    const int64_t count = rows.size(0);
    Tensor result = torch::empty({count, out}, torch::kFloat32);
    const Tensor offset = bias.defined() ? bias.contiguous() : Tensor();
    const RecurrentKernels& kernels = recurrentKernels();
    chunkAll(out,
             [&, x = rows.data_ptr<float>(), y = result.data_ptr<float>(),
              factors = weight.data_ptr<float>(), stride = weight.stride(0),
              offsets = offset.defined() ? offset.data_ptr<float>() : nullptr](int64_t first,
                                                                               int64_t some) {
                 for (int64_t row = 0; row < count; ++row) {
                     float* its = y + row * out + first;
                     kernels.dots(some, in, {factors + first * stride, stride}, x + row * in, its);
                     for (int64_t i = 0; offsets != nullptr && i < some; ++i)
                         its[i] += offsets[first + i];
                 }
             });
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes.back() = out;
    return result.view(sizes);
}

/// A product that isQuick() refuses.
Tensor otherLinear(const Tensor& input, const Tensor& weight, const Tensor& bias)
{
    return isStep(input, weight, bias) ? steppedRows(input, weight, bias)
                                       : torch::linear(input, weight, bias);
}

Tensor quickLinear(const Tensor& input, const Tensor& weight, const Tensor& bias, After after,
                   double dropout, const Tensor& marks)
{
    const RowsMask drops
        = dropout > 0.0 ? RowsMask{drawDropoutMask(dropout), marksOr(marks, input)} : RowsMask();
    const auto offset = bias.defined() ? c10::optional<Tensor>(bias) : c10::nullopt;
    const Tensor rows = input.dim() == 2 ? input : input.flatten(0, -2);
    const Tensor result = Linear::apply(rows, weight, offset, after, drops);
    if (input.dim() == 2)
        return result;
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes.back() = weight.size(0);
    return result.view(sizes);
}

} // namespace

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias)
{
    return isQuick(input, weight) ? quickLinear(input, weight, bias, After::Nothing, 0.0, {})
                                  : otherLinear(input, weight, bias);
}

Tensor linear(const torch::nn::Linear& layer, const Tensor& input)
{
    return linear(input, layer->weight, layer->bias);
}

Tensor reluLinear(const torch::nn::Linear& layer, const Tensor& input, double dropout,
                  const Tensor& marks)
{
    const Tensor &weight = layer->weight, &bias = layer->bias;
    return isQuick(input, weight)
        ? quickLinear(input, weight, bias, After::ReluAndDropout, dropout, marks)
        : dropOut(torch::relu(otherLinear(input, weight, bias)), dropout, marks);
}

Tensor geluLinear(const torch::nn::Linear& layer, const Tensor& input, double dropout, Gelu form,
                  const Tensor& marks)
{
    const Tensor &weight = layer->weight, &bias = layer->bias;
    if (isQuick(input, weight))
        return quickLinear(input, weight, bias,
                           form == Gelu::Exact ? After::GeluAndDropout : After::TanhGeluAndDropout,
                           dropout, marks);
    return dropOut(
        torch::gelu(otherLinear(input, weight, bias), form == Gelu::Exact ? "none" : "tanh"),
        dropout, marks);
}

} // namespace core
