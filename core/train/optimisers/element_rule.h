#pragma once

#include "core/nn/parallel_tasks.h"
#include "core/train/optimiser.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace core {

// An optimiser states its equation once, as a generic lambda over values. On contiguous float32
// of the CPU the values are floats and the lambda becomes one fused loop over memory, because
// embedding tables are large and each further pass costs as much as all arithmetic; elsewhere
// (CUDA, float64) the values are whole tensors.
//
// In a rule only the parameter may be changed in place (-=, *=); everything else is assigned anew,
// since for tensors a value is a shared handle.

inline float squareRoot(float value)
{
    return std::sqrt(value); // needs -fno-math-errno to vectorise
}
inline torch::Tensor squareRoot(const torch::Tensor& value)
{
    return torch::sqrt(value);
}
inline float larger(float a, float b)
{
    return std::max(a, b);
}
inline torch::Tensor larger(const torch::Tensor& a, const torch::Tensor& b)
{
    return torch::maximum(a, b);
}

/// Constants of a rule in the precision of its values: float beside floats; beside tensors a
/// double, which LibTorch narrows itself.
inline float constantFor(float, double constant)
{
    return static_cast<float>(constant);
}
inline double constantFor(const torch::Tensor&, double constant)
{
    return constant;
}

inline bool isPlainFloats(const torch::Tensor& tensor)
{
    return tensor.device().is_cpu() && tensor.scalar_type() == torch::kFloat32
        && tensor.is_contiguous() && tensor.layout() == torch::kStrided;
}

/// Calls rule(parameter&, gradient, slot&...) for every element, or once with whole tensors.
template <class Rule, class... Slots>
void applyRule(torch::Tensor& parameter, const ScaledGradient& gradient, const Rule& rule,
               Slots&... slots)
{
    // Some backward passes give a transposed gradient. The same elements must take the same way
    // before and after a resume, so it is laid out as the parameter rather than handed to tensors.
    const torch::Tensor& given = gradient.values;
    const torch::Tensor dense = (given.is_sparse() ? given.to_dense() : given).contiguous();
    if (!isPlainFloats(parameter) || !isPlainFloats(dense)) {
        const torch::Tensor scaled = gradient.factor == 1.0 ? dense : dense * gradient.factor;
        rule(parameter, scaled, slots...);
        return;
    }
    const auto factor = static_cast<float>(gradient.factor);
    float* const values = parameter.data_ptr<float>();
    const float* const slopes = dense.data_ptr<float>();
    const int64_t count = parameter.numel();
    const auto loop = [=, &rule](int64_t begin, int64_t end, auto* const... memory) {
#pragma GCC ivdep
        for (int64_t i = begin; i < end; ++i)
            rule(values[i], slopes[i] * factor, memory[i]...);
    };
    // Elements are independent of each other, so cutting them up changes no result.
    constexpr int64_t kChunk = 1 << 16;
    runTasks((count + kChunk - 1) / kChunk, [&](int64_t chunk) {
        loop(chunk * kChunk, std::min(count, (chunk + 1) * kChunk),
             slots.template data_ptr<float>()...);
    });
}

} // namespace core
