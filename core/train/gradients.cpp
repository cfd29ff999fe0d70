#include "core/train/gradients.h"

#include "core/model/parameter_names.h"
#include "core/nn/kernels/row_gradient.h"
#include "core/nn/kernels/sum_of_squares.h"
#include "core/optimise/optimisers/element_rule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

namespace core {

namespace {

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

/// Queries, keys and values have one matrix [3 * features, features]: why their gradients differ in
/// size, and with them why a Transformer needs warm-up, is seen in its blocks only.
void addParts(ParameterLayers& layers, const std::string& name, size_t parameter,
              const torch::Tensor& values)
{
    constexpr std::string_view kFused = "in_proj_weight";
    if (!name.ends_with(kFused))
        return;
    const int64_t rows = values.size(0) / 3;
    size_t behind = layers.ofParameter[parameter] + 1;
    while (behind < layers.names.size()
           && std::any_of(layers.parts.begin(), layers.parts.end(),
                          [&](const ParameterLayers::Part& part) { return part.name == behind; }))
        ++behind;
    const auto moved = [&](size_t& index) { index += index >= behind ? 3 : 0; };
    for (size_t& layer : layers.ofParameter)
        moved(layer);
    for (ParameterLayers::Part& part : layers.parts)
        moved(part.name);
    for (size_t block = 0; block < 3; ++block) {
        const std::string part = name.substr(0, name.size() - kFused.size()) + "QKV"[block];
        layers.names.insert(layers.names.begin() + std::ptrdiff_t(behind + block), part);
        layers.parts.push_back(
            {behind + block, parameter, static_cast<int64_t>(block) * rows, rows});
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
    std::map<const void*, std::string> whole;
    for (const auto& named : network.named_parameters())
        whole.emplace(named.value().unsafeGetTensorImpl(), named.key());
    for (size_t i = 0; i < parameters.size(); ++i)
        addParts(layers, whole[parameters[i].unsafeGetTensorImpl()], i, parameters[i]);
    return layers;
}

std::vector<double> gradientNorms(const std::vector<torch::Tensor>& parameters,
                                  const ParameterLayers& layers)
{
    std::vector<double> sums(1 + layers.names.size()); // The first is of all.
    using Places = std::vector<size_t>; // Of the sums that a gradient adds to.
    const auto add = [&](const Places& places, double squares) {
        for (const size_t place : places)
            sums[place] += squares;
    };
    std::vector<torch::Tensor> others; // Asked for together: each answer of a GPU is a wait.
    std::vector<Places> places;
    const auto measure = [&](const torch::Tensor& gradient, Places of) {
        if (isPlainFloats(gradient))
            return add(of, sumOfSquares(gradient));
        others.push_back(gradient);
        places.push_back(std::move(of));
    };
    forEachGradient(parameters, [&](const torch::Tensor& gradient, size_t i) {
        measure(gradient, layers.names.empty() ? Places{0} : Places{0, 1 + layers.ofParameter[i]});
        for (const ParameterLayers::Part& part : layers.parts)
            if (part.parameter == i)
                measure(gradient.narrow(0, part.row, part.rows), {1 + part.name});
    });
    if (!others.empty()) {
        const torch::NoGradGuard noGradient;
        const torch::Tensor norms
            = torch::stack(at::_foreach_norm(others, 2.0)).to(torch::kCPU, torch::kFloat64);
        for (size_t i = 0; i < places.size(); ++i)
            add(places[i], std::pow(norms[static_cast<int64_t>(i)].item<double>(), 2.0));
    }
    for (double& sum : sums)
        sum = std::sqrt(sum);
    return sums;
}

double gradientNorm(const std::vector<torch::Tensor>& parameters)
{
    return gradientNorms(parameters, {}).front();
}

void scaleGradients(const std::vector<torch::Tensor>& parameters, double factor)
{
    std::vector<torch::Tensor> all;
    forEachGradient(parameters,
                    [&](const torch::Tensor& gradient, size_t) { all.push_back(gradient); });
    const torch::NoGradGuard noGradient;
    if (!all.empty())
        at::_foreach_mul_(all, factor);
}

bool clampGradients(const std::vector<torch::Tensor>& parameters, double limit)
{
    std::vector<torch::Tensor> largest; // Asked for together: each answer of a GPU is a wait.
    forEachGradient(parameters, [&](torch::Tensor& gradient, size_t) {
        if (gradient.numel() == 0)
            return;
        largest.push_back(gradient.abs().max());
        gradient.clamp_(-limit, limit);
    });
    return !largest.empty() && torch::stack(largest).max().item<double>() > limit;
}

} // namespace core
