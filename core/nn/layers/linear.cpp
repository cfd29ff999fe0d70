#include "core/nn/layers/linear.h"

#include "core/nn/kernels/dense_products.h"
#include "core/nn/kernels/dropout_mask.h"
#include "core/nn/kernels/recurrent_lanes.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/kernels/vector_clones.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

ConstRows rowsOf(const Tensor& matrix)
{
    return {matrix.data_ptr<float>(), matrix.size(1)};
}

/// What follows the product.
enum class After { Nothing, ReluAndDropout };

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

/// relu and dropout of rows that were just computed.
RowWork reluAndDropout(const Tensor& result, const DropoutMask& mask)
{
    const int64_t columns = result.size(1);
    return [=, out = result.data_ptr<float>()](int64_t first, int64_t rows) {
        float* values = out + first * columns;
        const int64_t count = rows * columns;
        cutBelowZero(values, count);
        if (mask.probability > 0.0)
            applyDropout(values, values, count, mask, first * columns);
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

struct Linear : torch::autograd::Function<Linear> {
    /// @param bias undefined for none.
    static Tensor forward(AutogradContext* context, const Tensor& input, const Tensor& weight,
                          const c10::optional<Tensor>& bias, After after, double dropout)
    {
        const Tensor rows = input.contiguous();
        const Tensor factors = weight.stride(1) == 1 ? weight : weight.contiguous();
        const int64_t in = factors.size(1), out = factors.size(0);
        Tensor result = torch::empty({rows.size(0), out}, torch::kFloat32);
        const bool relu = after == After::ReluAndDropout;
        const DropoutMask mask = relu && dropout > 0.0 ? drawDropoutMask(dropout) : DropoutMask{};
        const Tensor offset = bias.has_value() ? bias->contiguous() : Tensor();
        multiplyRowsOnce(
            rows.size(0), rowsOf(rows), {factors.data_ptr<float>(), 1, factors.stride(0), in, out},
            offset.defined() ? offset.data_ptr<float>() : nullptr, {result.data_ptr<float>(), out},
            relu ? reluAndDropout(result, mask) : RowWork{});
        context->saved_data["bias"] = bias.has_value();
        context->saved_data["relu"] = relu;
        context->saved_data["dropout"] = dropout;
        context->save_for_backward({rows, factors, relu ? result : Tensor()});
        return result;
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const Tensor &rows = saved[0], &factors = saved[1];
        Tensor gradient = gradients[0].contiguous();
        if (context->saved_data["relu"].toBool())
            gradient = throughReluAndDropout(gradient, saved[2],
                                             context->saved_data["dropout"].toDouble());
        const int64_t in = factors.size(1), out = factors.size(0);
        Tensor ofInput, ofWeight, ofBias;
        if (context->needs_input_grad(0)) {
            ofInput = torch::empty_like(rows);
            multiplyRowsOnce(rows.size(0), rowsOf(gradient),
                             {factors.data_ptr<float>(), factors.stride(0), 1, out, in}, nullptr,
                             {ofInput.data_ptr<float>(), in});
        }
        const bool biased = context->saved_data["bias"].toBool() && context->needs_input_grad(2);
        if (context->needs_input_grad(1)) {
            ofWeight = torch::empty({out, in}, torch::kFloat32);
            if (biased)
                ofBias = torch::empty({out}, torch::kFloat32);
            multiplyTransposed(rows.size(0), rowsOf(gradient), out, rowsOf(rows), in,
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
    return input.is_cpu() && input.scalar_type() == torch::kFloat32
        && weight.scalar_type() == torch::kFloat32 && input.dim() >= 2 && weight.dim() == 2
        && input.numel() >= kFewestProductRows * weight.size(1);
}

Tensor quickLinear(const Tensor& input, const Tensor& weight, const Tensor& bias, After after,
                   double dropout)
{
    const auto offset = bias.defined() ? c10::optional<Tensor>(bias) : c10::nullopt;
    const Tensor rows = input.dim() == 2 ? input : input.flatten(0, -2);
    const Tensor result = Linear::apply(rows, weight, offset, after, dropout);
    if (input.dim() == 2)
        return result;
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes.back() = weight.size(0);
    return result.view(sizes);
}

} // namespace

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias)
{
    return isQuick(input, weight) ? quickLinear(input, weight, bias, After::Nothing, 0.0)
                                  : torch::linear(input, weight, bias);
}

Tensor linear(const torch::nn::Linear& layer, const Tensor& input)
{
    return linear(input, layer->weight, layer->bias);
}

Tensor reluLinear(const torch::nn::Linear& layer, const Tensor& input, double dropout)
{
    const Tensor &weight = layer->weight, &bias = layer->bias;
    return isQuick(input, weight)
        ? quickLinear(input, weight, bias, After::ReluAndDropout, dropout)
        : dropOut(torch::relu(torch::linear(input, weight, bias)), dropout);
}

} // namespace core
