#include "core/train/gradients.h"

#include "core/model/parameter_names.h"
#include "core/nn/kernels/row_gradient.h"
#include "core/optimise/optimisers/element_rule.h"

#include <array>
#include <numeric>
#include <unordered_set>

namespace core {

namespace {

/// Eight sums side by side, so that the loop vectorises without reordering what is added where.
double sumOfSquares(const float* values, int64_t count)
{
    constexpr int64_t kLanes = 8;
    std::array<double, kLanes> sums{};
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int64_t lane = 0; lane < kLanes; ++lane) {
            const double value = values[i + lane];
            sums[static_cast<size_t>(lane)] += value * value;
        }
    double total = 0.0;
    for (; i < count; ++i)
        total += static_cast<double>(values[i]) * values[i];
    for (const double sum : sums)
        total += sum;
    return total;
}

/// Sums of parts of a fixed size, added in order: the same for any number of threads.
double sumOfSquares(const torch::Tensor& gradient)
{
    constexpr int64_t kPart = int64_t{1} << 16;
    const float* values = gradient.data_ptr<float>();
    const int64_t count = gradient.numel();
    std::vector<double> sums(static_cast<size_t>((count + kPart - 1) / kPart));
    runTasks(static_cast<int64_t>(sums.size()), [&](int64_t task) {
        const int64_t first = task * kPart;
        sums[static_cast<size_t>(task)]
            = sumOfSquares(values + first, std::min(kPart, count - first));
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// Calls change(values) with what each gradient stores; what is not stored is zero.
template <class Change>
void forEachGradient(const std::vector<torch::Tensor>& parameters, const Change& change)
{
    const torch::NoGradGuard noGradient;
    for (const torch::Tensor& parameter : parameters) {
        if (!parameter.grad().defined())
            continue;
        if (hasRows(parameter.grad()))
            parameter.mutable_grad() = orderedRows(parameter.grad());
        torch::Tensor values = storedValues(parameter.grad());
        change(values);
    }
}

} // namespace

std::vector<torch::Tensor> trainableParameters(const torch::nn::Module& network)
{
    std::vector<torch::Tensor> trainable;
    std::unordered_set<const void*> seen;
    for (const torch::Tensor& parameter : parametersInOrder(network))
        if (parameter.requires_grad() && seen.insert(parameter.unsafeGetTensorImpl()).second)
            trainable.push_back(parameter);
    return trainable;
}

void clearGradients(const std::vector<torch::Tensor>& parameters)
{
    // Undefined rather than zero: backward then hands over its result instead of adding to it.
    for (const torch::Tensor& parameter : parameters)
        parameter.mutable_grad() = torch::Tensor();
}

torch::Tensor gradientNorm(const std::vector<torch::Tensor>& parameters)
{
    double squares = 0.0;
    std::vector<torch::Tensor> others;
    forEachGradient(parameters, [&](const torch::Tensor& gradient) {
        if (isPlainFloats(gradient))
            squares += sumOfSquares(gradient);
        else
            others.push_back(gradient.to(torch::kFloat64).square().sum());
    });
    if (others.empty())
        return torch::scalar_tensor(std::sqrt(squares), torch::kFloat64);
    return (torch::stack(others).sum() + squares).sqrt();
}

void scaleGradients(const std::vector<torch::Tensor>& parameters, double factor)
{
    forEachGradient(parameters, [&](torch::Tensor& gradient) { gradient.mul_(factor); });
}

bool clampGradients(const std::vector<torch::Tensor>& parameters, double limit)
{
    bool outside = false;
    forEachGradient(parameters, [&](torch::Tensor& gradient) {
        if (gradient.numel() == 0)
            return;
        outside = outside || gradient.abs().max().item<double>() > limit;
        gradient.clamp_(-limit, limit);
    });
    return outside;
}

} // namespace core
