#include "core/nn/graph/graph_builder.h"

#include "core/base/error.h"

#include <cmath>
#include <numbers>

namespace core {

namespace {

GraphValue withNumber(const GraphOperation& operation, GraphValue x, double y)
{
    return x.builder->apply(operation, {x, x.builder->number(y, x.type)});
}

constexpr GraphOperation kAdd{"add", "Add"}, kSubtract{"sub", "Sub"}, kMultiply{"mul", "Mul"},
    kDivide{"div", "Div"};

} // namespace

GraphValue operator+(GraphValue x, GraphValue y)
{
    return x.builder->apply(kAdd, {x, y});
}
GraphValue operator-(GraphValue x, GraphValue y)
{
    return x.builder->apply(kSubtract, {x, y});
}
GraphValue operator*(GraphValue x, GraphValue y)
{
    return x.builder->apply(kMultiply, {x, y});
}
GraphValue operator/(GraphValue x, GraphValue y)
{
    return x.builder->apply(kDivide, {x, y});
}
GraphValue operator+(GraphValue x, double y)
{
    return withNumber(kAdd, x, y);
}
GraphValue operator-(GraphValue x, double y)
{
    return withNumber(kSubtract, x, y);
}
GraphValue operator*(GraphValue x, double y)
{
    return withNumber(kMultiply, x, y);
}
GraphValue operator/(GraphValue x, double y)
{
    return withNumber(kDivide, x, y);
}
GraphValue operator-(double x, GraphValue y)
{
    return y * -1.0 + x;
}
GraphValue operator!(GraphValue x)
{
    return x.builder->apply({"logical_not", "Not"}, {x});
}
GraphValue matmul(GraphValue x, GraphValue y)
{
    return x.builder->apply({"matmul", "MatMul"}, {x, y});
}
GraphValue sigmoid(GraphValue x)
{
    return x.builder->apply({"sigmoid", "Sigmoid"}, {x});
}
GraphValue tanh(GraphValue x)
{
    return x.builder->apply({"tanh", "Tanh"}, {x});
}
GraphValue relu(GraphValue x)
{
    return x.builder->apply({"relu", "Relu"}, {x});
}
GraphValue less(GraphValue x, GraphValue y)
{
    return x.builder->apply({"lt", "Less", true}, {x, y});
}
GraphValue equal(GraphValue x, GraphValue y)
{
    return x.builder->apply({"eq", "Equal", true}, {x, y});
}
GraphValue atMost(GraphValue x, GraphValue y)
{
    return x.builder->apply({"le", "LessOrEqual", true}, {x, y});
}
GraphValue smaller(GraphValue x, GraphValue y)
{
    return x.builder->apply({"minimum", "Min"}, {x, y});
}
GraphValue larger(GraphValue x, GraphValue y)
{
    return x.builder->apply({"maximum", "Max"}, {x, y});
}
GraphValue both(GraphValue x, GraphValue y)
{
    return x.builder->apply({"logical_and", "And"}, {x, y});
}
GraphValue remainder(GraphValue x, GraphValue y)
{
    return x.builder->apply({"remainder", "Mod"}, {x, y});
}
GraphValue choose(GraphValue condition, GraphValue x, GraphValue y)
{
    GraphValue chosen = condition.builder->apply({"where", "Where"}, {condition, x, y});
    chosen.type = x.type;
    return chosen;
}
GraphValue sine(GraphValue x)
{
    return x.builder->apply({"sin", "Sin"}, {x});
}
GraphValue cosine(GraphValue x)
{
    return x.builder->apply({"cos", "Cos"}, {x});
}

GraphValue GraphBuilder::linear(GraphValue x, const torch::Tensor& matrix,
                                const torch::Tensor& bias)
{
    const GraphValue product = matmul(x, transposedWeight(matrix));
    return bias.defined() ? product + weight(bias) : product;
}

GraphValue GraphBuilder::layerNorm(GraphValue x, const torch::Tensor& gain,
                                   const torch::Tensor& offset, double epsilon)
{
    const GraphValue centred = x - mean(x, -1);
    const GraphValue variance = mean(centred * centred, -1);
    const GraphValue normal = centred / apply({"sqrt", "Sqrt"}, {variance + epsilon});
    return gain.defined() ? normal * weight(gain) + weight(offset) : normal;
}

GraphValue GraphBuilder::gelu(GraphValue x, bool byTanh)
{
    if (byTanh) {
        const GraphValue inner = (x + x * x * x * 0.044715) * std::sqrt(2.0 / std::numbers::pi);
        return x * 0.5 * (tanh(inner) + 1.0);
    }
    return x * 0.5 * (apply({"erf", "Erf"}, {x * (1.0 / std::numbers::sqrt2)}) + 1.0);
}

GraphValue GraphBuilder::select(GraphValue x, int64_t axis, int64_t index)
{
    return squeeze(slice(x, axis, index, index == -1 ? std::nullopt : std::optional(index + 1)),
                   axis);
}

GraphValue GraphBuilder::stack(const GraphValues& parts, int64_t axis)
{
    GraphValues all;
    for (const GraphValue& part : parts)
        all.push_back(unsqueeze(part, axis));
    return join(all, axis);
}

GraphValue GraphBuilder::padded(GraphValue x, int64_t features, int64_t before, int64_t behind)
{
    const auto zeros = [&](int64_t count) { return filled({size(x, 0), features, count}, 0.0); };
    return join({zeros(before), x, zeros(behind)}, 2);
}

GraphValue GraphBuilder::mask(GraphValue ids, GraphValue lengths)
{
    return less(unsqueeze(range(size(ids, 1)), 0), unsqueeze(lengths, 1));
}

GraphValue GraphBuilder::rowAt(GraphValue x, GraphValue index)
{
    const GraphValue places = unsqueeze(unsqueeze(index, 1), 2); // [batch, 1, 1]
    return squeeze(gather(x, 1, expandAs(places, slice(x, 1, 0, 1))), 1);
}

void refuseGraph(const std::string& part)
{
    throw Error(
        ErrorCode::BadSetting,
        {"TorchScript and ONNX have no graph of this network: %1 is not described as one.", {part}},
        {"Export it as a Python module: --format python.", {}});
}

} // namespace core
