#pragma once

#include "core/nn/kernels/row_gradient.h"
#include "core/nn/threads/parallel_tasks.h"
#include "core/optimise/optimiser.h"

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

/// The effect of a rule on a weight with a zero gradient. With `Rests`, neither the weight nor a
/// slot changes, so that unused rows of a table need not be visited.
enum class ZeroGradient { Moves, Rests };

/// Calls rule for elements begin ... end - 1 of plain floats.
/// @param slopes of the elements from `begin` on; null where all are zero.
template <class Rule, class... Slots>
void applyRuleBetween(int64_t begin, int64_t end, float* values, const float* slopes, float factor,
                      const Rule& rule, Slots* const... memory)
{
    if (slopes == nullptr) {
#pragma GCC ivdep
        for (int64_t i = begin; i < end; ++i)
            rule(values[i], 0.0F, memory[i]...);
        return;
    }
#pragma GCC ivdep
    for (int64_t i = begin; i < end; ++i)
        rule(values[i], slopes[i - begin] * factor, memory[i]...);
}

/// Elements of plain floats that one thread takes at once. They are independent of each other, so
/// cutting them up changes no result.
inline constexpr int64_t kRuleChunk = 1 << 16;

/// applyRule() for plain floats and the touched rows of a gradient.
template <class Rule, class... Slots>
void applyRuleToRows(torch::Tensor& parameter, const ScaledGradient& gradient, ZeroGradient zero,
                     const Rule& rule, Slots&... slots)
{
    const torch::Tensor ordered = orderedRows(gradient.values);
    const torch::Tensor names = ordered._indices().contiguous(),
                        rows = ordered._values().contiguous();
    const int64_t* const touched = names.data_ptr<int64_t>();
    const int64_t* const lastTouched = touched + names.numel();
    const float* const slopes = rows.data_ptr<float>();
    const auto factor = static_cast<float>(gradient.factor);
    const int64_t features = parameter.stride(0);
    const auto between = [&](int64_t firstRow, int64_t lastRow, const float* some) {
        applyRuleBetween(firstRow * features, lastRow * features, parameter.data_ptr<float>(), some,
                         factor, rule, slots.template data_ptr<float>()...);
    };
    const int64_t atOnce = std::max<int64_t>(1, kRuleChunk / std::max<int64_t>(1, features));
    runTasks((parameter.size(0) + atOnce - 1) / atOnce, [&](int64_t task) {
        const int64_t end = std::min(parameter.size(0), (task + 1) * atOnce);
        const int64_t* next = std::lower_bound(touched, lastTouched, task * atOnce);
        for (int64_t row = task * atOnce; row < end;) {
            const int64_t used = next == lastTouched ? end : std::min(end, *next);
            if (row < used && zero == ZeroGradient::Moves)
                between(row, used, nullptr);
            if (used < end)
                between(used, used + 1, slopes + (next++ - touched) * features);
            row = used + 1;
        }
    });
}

/// Calls rule(parameter&, gradient, slot&...) for every element, or once with whole tensors.
template <class Rule, class... Slots>
void applyRule(torch::Tensor& parameter, const ScaledGradient& gradient, ZeroGradient zero,
               const Rule& rule, Slots&... slots)
{
    const torch::Tensor& given = gradient.values;
    if (hasRows(given) && isPlainFloats(parameter) && given.scalar_type() == torch::kFloat32) {
        applyRuleToRows(parameter, gradient, zero, rule, slots...);
        return;
    }
    // Some backward passes give a transposed gradient. The same elements must take the same way
    // before and after a resume, so it is laid out as the parameter rather than handed to tensors.
    const torch::Tensor dense = (given.is_sparse() ? given.to_dense() : given).contiguous();
    if (!isPlainFloats(parameter) || !isPlainFloats(dense)) {
        const torch::Tensor scaled = gradient.factor == 1.0 ? dense : dense * gradient.factor;
        rule(parameter, scaled, slots...);
        return;
    }
    const float* const slopes = dense.data_ptr<float>();
    const int64_t count = parameter.numel();
    runTasks((count + kRuleChunk - 1) / kRuleChunk, [&](int64_t chunk) {
        const int64_t begin = chunk * kRuleChunk;
        applyRuleBetween(begin, std::min(count, begin + kRuleChunk), parameter.data_ptr<float>(),
                         slopes + begin, static_cast<float>(gradient.factor), rule,
                         slots.template data_ptr<float>()...);
    });
}

/// The same for a rule that moves weights without a gradient, as those with momentum do.
template <class Rule, class... Slots>
void applyRule(torch::Tensor& parameter, const ScaledGradient& gradient, const Rule& rule,
               Slots&... slots)
{
    applyRule(parameter, gradient, ZeroGradient::Moves, rule, slots...);
}

} // namespace core
