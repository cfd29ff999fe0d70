#include "core/nn/layers/residual_norm.h"

#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/kernels/sum_of_squares.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/residual_stream.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

struct ResidualNorm : torch::autograd::Function<ResidualNorm> {
    /// @param tokens, added [rows, features]  @param gain, offset [features]
    /// @param marks [rows], as dropOut()'s; undefined where nothing is dropped.
    /// @param squares [rows] float64, becomes the sum of squares of each norm's input; undefined:
    /// they are not wanted.
    static Tensor forward(AutogradContext* context, const Tensor& tokens, const Tensor& added,
                          const Tensor& gain, const Tensor& offset, double epsilon, double dropout,
                          const c10::optional<Tensor>& marks, const c10::optional<Tensor>& squares)
    {
        const Tensor input = tokens.contiguous(), more = added.contiguous();
        const Tensor factors = gain.contiguous(), shift = offset.contiguous();
        const DropoutMask mask = dropout > 0.0 ? drawDropoutMask(dropout) : DropoutMask{};
        const Tensor normal = torch::empty_like(input), result = torch::empty_like(input);
        const Tensor inverse = torch::empty({input.size(0)}, torch::kFloat32);
        const int64_t columns = input.size(1);
        const RecurrentKernels& kernels = recurrentKernels();
        chunkAll(input.size(0),
                 [&, in = input.data_ptr<float>(), onto = more.data_ptr<float>(),
                  sums = squares ? squares->data_ptr<double>() : nullptr,
                  gains = factors.data_ptr<float>(), shifts = shift.data_ptr<float>(),
                  norms = normal.data_ptr<float>(), out = result.data_ptr<float>(),
                  inverses = inverse.data_ptr<float>()](int64_t first, int64_t count) {
                     const int64_t begin = first * columns;
                     if (mask.probability > 0.0)
                         applyDropout(norms + begin, onto + begin, count, columns, mask,
                                      marks->data_ptr<int64_t>() + first);
                     const float* kept = mask.probability > 0.0 ? norms : onto;
                     for (int64_t row = first; row < first + count; ++row) {
                         if (sums != nullptr)
                             sums[row]
                                 = sumOfSquares(columns,
                                                [a = in + row * columns, b = kept + row * columns](
                                                    int64_t i) { return a[i] + b[i]; });
                         inverses[row]
                             = kernels.normForward({.columns = columns,
                                                    .input = in + row * columns,
                                                    .added = kept + row * columns,
                                                    .gain = gains,
                                                    .offset = shifts,
                                                    .epsilon = static_cast<float>(epsilon),
                                                    .normal = norms + row * columns,
                                                    .output = out + row * columns});
                     }
                 });
        context->saved_data["dropout"] = dropout;
        context->saved_data["key"] = static_cast<int64_t>(mask.key);
        context->save_for_backward({normal, inverse, factors, marks.value_or(Tensor())});
        return result;
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const DropoutMask mask{context->saved_data["dropout"].toDouble(),
                               static_cast<uint64_t>(context->saved_data["key"].toInt())};
        const Tensor gradient = gradients[0].contiguous();
        const Tensor ofTokens = torch::empty_like(gradient);
        const Tensor ofAdded = mask.probability > 0.0 ? torch::empty_like(gradient) : ofTokens;
        const Tensor ofNorm = backwardRows(saved, gradient, mask, ofTokens, ofAdded);
        return {ofTokens, ofAdded, ofNorm[0], ofNorm[1], Tensor(), Tensor(), Tensor(), Tensor()};
    }

private:
    /// @param saved what forward kept.  @param ofTokens, ofAdded take dL/d(tokens), dL/d(added).
    /// @return [2, features] dL/d(gain) and dL/d(offset), summed in the order of the rows.
    static Tensor backwardRows(const tensor_list& saved, const Tensor& gradient,
                               const DropoutMask& mask, const Tensor& ofTokens,
                               const Tensor& ofAdded)
    {
        const Tensor &normal = saved[0], &inverse = saved[1], &gain = saved[2];
        const int64_t rows = normal.size(0), columns = normal.size(1);
        const int64_t chunks = (rows + kChunkRows - 1) / kChunkRows;
        const Tensor sums = torch::zeros({chunks, 2, columns}, torch::kFloat32);
        const RecurrentKernels& kernels = recurrentKernels();
        chunkAll(rows,
                 [&, norms = normal.data_ptr<float>(), gains = gain.data_ptr<float>(),
                  inverses = inverse.data_ptr<float>(), given = gradient.data_ptr<float>(),
                  out = ofTokens.data_ptr<float>()](int64_t first, int64_t count) {
                     float* ofGain = sums.data_ptr<float>() + first / kChunkRows * 2 * columns;
                     for (int64_t row = first; row < first + count; ++row)
                         kernels.normBackward({.columns = columns,
                                               .normal = norms + row * columns,
                                               .inverse = inverses[row],
                                               .gain = gains,
                                               .gradient = given + row * columns,
                                               .gainGradient = ofGain,
                                               .offsetGradient = ofGain + columns,
                                               .inputGradient = out + row * columns});
                     const int64_t begin = first * columns;
                     if (mask.probability > 0.0)
                         applyDropout(ofAdded.data_ptr<float>() + begin, out + begin, count,
                                      columns, mask, saved[3].data_ptr<int64_t>() + first);
                 });
        const Tensor total = torch::zeros({2, columns}, torch::kFloat32);
        kernels.addRows(chunks, 2 * columns, {sums.data_ptr<float>(), 2 * columns},
                        total.data_ptr<float>());
        return total;
    }
};

} // namespace

Tensor residualNorm(torch::nn::LayerNorm norm, const Tensor& tokens, const Tensor& added,
                    double dropout, const Tensor& marks, Tensor* squares)
{
    const bool lastAxis
        = norm->options.normalized_shape().size() == 1 && tokens.sizes() == added.sizes();
    if (!lastAxis || !isFloatOnCpu(tokens) || !isFloatOnCpu(added) || !isFloatOnCpu(norm->weight)
        || !isFloatOnCpu(norm->bias)) {
        const Tensor sum = tokens + dropOut(added, dropout, marks);
        if (squares != nullptr)
            *squares = squaresOfStream(sum);
        return norm(sum);
    }
    const int64_t features = norm->options.normalized_shape().front();
    c10::optional<Tensor> ofRows;
    if (squares != nullptr)
        ofRows = torch::empty({tokens.numel() / features}, torch::kFloat64);
    const Tensor result = ResidualNorm::apply(
        tokens.reshape({-1, features}), added.reshape({-1, features}), norm->weight, norm->bias,
        norm->options.eps(), dropout,
        dropout > 0.0 ? c10::optional<Tensor>(marksOr(marks, added)) : c10::nullopt, ofRows);
    if (squares != nullptr)
        *squares = ofRows->sum();
    return result.view(tokens.sizes());
}

} // namespace core
