#include "core/train/gradients.h"

#include "core/model/parameter_names.h"
#include "core/nn/kernels/row_gradient.h"
#include "core/optimise/optimisers/element_rule.h"

#include <algorithm>
#include <array>
#include <map>
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

/// Calls change(values, i) with what the gradient of each parameter i stores; what is not stored is
/// zero.
template <class Change>
void forEachGradient(const std::vector<torch::Tensor>& parameters, const Change& change)
{
    const torch::NoGradGuard noGradient;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const torch::Tensor& parameter = parameters[i];
        if (!parameter.grad().defined())
            continue;
        if (hasRows(parameter.grad()))
            parameter.mutable_grad() = orderedRows(parameter.grad());
        torch::Tensor values = storedValues(parameter.grad());
        change(values, i);
    }
}

/// Squares of some gradients, added up: numbers on the CPU, tensors elsewhere.
struct SquareSum {
    double plain = 0.0;
    std::vector<torch::Tensor> others; ///< [] float64

    torch::Tensor root() const ///< [] float64
    {
        if (others.empty())
            return torch::scalar_tensor(std::sqrt(plain), torch::kFloat64);
        return (torch::stack(others).sum() + plain).sqrt();
    }
};

/// "encoder.rnn.weight_hh_l0_reverse" -> "encoder.rnn.l0",
/// "encoder.layers.1.attention.query.weight" -> "encoder.layers.1".
std::string layerOfParameter(const std::string& parameter)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    for (size_t begin = 0, end; (end = parameter.find('.', begin)) != std::string::npos;
         begin = end + 1)
        if (std::all_of(parameter.begin() + std::ptrdiff_t(begin),
                        parameter.begin() + std::ptrdiff_t(end), isDigit))
            return parameter.substr(0, end);
    const size_t last = parameter.rfind('.');
    std::string layer = parameter.substr(0, last == std::string::npos ? 0 : last);
    const size_t stacked = parameter.rfind("_l");
    if (stacked != std::string::npos && stacked > layer.size() && stacked + 2 < parameter.size()
        && isDigit(parameter[stacked + 2]))
        layer
            += '.' + parameter.substr(stacked + 1, parameter.find('_', stacked + 1) - stacked - 1);
    return layer;
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

ParameterLayers layersOf(const torch::nn::Module& network,
                         const std::vector<torch::Tensor>& parameters)
{
    std::map<const void*, std::string> names; // A shared parameter is of the layer named first.
    for (const auto& named : network.named_parameters())
        names.emplace(named.value().unsafeGetTensorImpl(), layerOfParameter(named.key()));
    ParameterLayers layers;
    for (const torch::Tensor& parameter : parameters) {
        const std::string& name = names[parameter.unsafeGetTensorImpl()];
        const auto known = std::find(layers.names.begin(), layers.names.end(), name);
        layers.ofParameter.push_back(static_cast<size_t>(known - layers.names.begin()));
        if (known == layers.names.end())
            layers.names.push_back(name);
    }
    return layers;
}

torch::Tensor gradientNorms(const std::vector<torch::Tensor>& parameters,
                            const ParameterLayers& layers)
{
    std::vector<SquareSum> sums(1 + layers.names.size()); // The first is of all.
    forEachGradient(parameters, [&](const torch::Tensor& gradient, size_t i) {
        SquareSum* const its = layers.names.empty() ? nullptr : &sums[1 + layers.ofParameter[i]];
        if (isPlainFloats(gradient)) {
            const double squares = sumOfSquares(gradient);
            sums.front().plain += squares;
            if (its != nullptr)
                its->plain += squares;
            return;
        }
        const torch::Tensor squares = gradient.to(torch::kFloat64).square().sum();
        sums.front().others.push_back(squares);
        if (its != nullptr)
            its->others.push_back(squares);
    });
    std::vector<torch::Tensor> norms;
    for (const SquareSum& sum : sums)
        norms.push_back(sum.root());
    const torch::Device device = norms.front().device();
    for (torch::Tensor& norm : norms) // Of a layer without gradients it is on the CPU.
        norm = norm.to(device);
    return torch::stack(norms);
}

torch::Tensor gradientNorm(const std::vector<torch::Tensor>& parameters)
{
    return gradientNorms(parameters, {})[0];
}

void scaleGradients(const std::vector<torch::Tensor>& parameters, double factor)
{
    forEachGradient(parameters, [&](torch::Tensor& gradient, size_t) { gradient.mul_(factor); });
}

bool clampGradients(const std::vector<torch::Tensor>& parameters, double limit)
{
    bool outside = false;
    forEachGradient(parameters, [&](torch::Tensor& gradient, size_t) {
        if (gradient.numel() == 0)
            return;
        outside = outside || gradient.abs().max().item<double>() > limit;
        gradient.clamp_(-limit, limit);
    });
    return outside;
}

} // namespace core
