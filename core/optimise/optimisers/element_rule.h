#pragma once

#include "core/nn/kernels/row_gradient.h"
#include "core/nn/threads/parallel_tasks.h"
#include "core/optimise/optimiser.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace core {

// An optimiser states its equation once, as a generic lambda over values. On contiguous float32
// of the CPU the values are floats and the lambda becomes one fused loop over memory, because
// embedding tables are large and each further pass costs as much as all arithmetic; elsewhere
// (CUDA, float64) the values are the tensors of a whole group.
//
// In a rule only the parameter may be changed in place (-=, *=); everything else is assigned anew.

/// Tensors that a rule computes with at once, each with those in its place of other lists.
struct TensorLists {
    std::vector<torch::Tensor> all;
};

inline TensorLists operator+(const TensorLists& a, const TensorLists& b)
{
    return {at::_foreach_add(a.all, b.all)};
}
inline TensorLists operator+(const TensorLists& a, double b)
{
    return {at::_foreach_add(a.all, b)};
}
inline TensorLists operator-(const TensorLists& a, const TensorLists& b)
{
    return {at::_foreach_sub(a.all, b.all)};
}
inline TensorLists operator*(const TensorLists& a, const TensorLists& b)
{
    return {at::_foreach_mul(a.all, b.all)};
}
inline TensorLists operator*(const TensorLists& a, double b)
{
    return {at::_foreach_mul(a.all, b)};
}
inline TensorLists operator*(double a, const TensorLists& b)
{
    return b * a;
}
inline TensorLists operator/(const TensorLists& a, const TensorLists& b)
{
    return {at::_foreach_div(a.all, b.all)};
}
inline void operator-=(TensorLists& a, const TensorLists& b)
{
    at::_foreach_sub_(a.all, b.all);
}
inline void operator*=(TensorLists& a, double b)
{
    if (b != 1.0)
        at::_foreach_mul_(a.all, b);
}

inline float squareRoot(float value)
{
    return std::sqrt(value); // needs -fno-math-errno to vectorise
}
inline TensorLists squareRoot(const TensorLists& values)
{
    return {at::_foreach_sqrt(values.all)};
}
inline float larger(float a, float b)
{
    return std::max(a, b);
}
inline TensorLists larger(const TensorLists& a, const TensorLists& b)
{
    return {at::_foreach_maximum(a.all, b.all)};
}

/// Constants of a rule in the precision of its values: float beside floats; beside tensors a
/// double, which LibTorch narrows itself.
inline float constantFor(float, double constant)
{
    return static_cast<float>(constant);
}
inline double constantFor(const TensorLists&, double constant)
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
void applyRuleUnmeasured(int64_t begin, int64_t end, float* values, const float* slopes,
                         float factor, const Rule& rule, Slots* const... memory)
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

/// The meter of a parameter's step, and the task that changes a part of it; null: no meter.
struct MeasuredTask {
    StepMeter* meter = nullptr;
    int64_t task = 0;
};

/// The same, measured.
template <class Rule, class... Slots>
void applyRuleBetween(MeasuredTask measured, int64_t begin, int64_t end, float* values,
                      const float* slopes, float factor, const Rule& rule, Slots* const... memory)
{
    if (measured.meter == nullptr)
        return applyRuleUnmeasured(begin, end, values, slopes, factor, rule, memory...);
    measured.meter->measure(measured.task, begin, end, values, [&](int64_t first, int64_t count) {
        applyRuleUnmeasured(first, first + count, values,
                            slopes == nullptr ? nullptr : slopes + (first - begin), factor, rule,
                            memory...);
    });
}

/// Elements of plain floats that one thread takes at once. They are independent of each other, so
/// cutting them up changes no result.
inline constexpr int64_t kRuleChunk = 1 << 16;

/// applyRule() for plain floats and the touched rows of a gradient.
template <class Rule, class... Slots>
void applyRuleToRows(const torch::Tensor& parameter, const torch::Tensor& gradient, double scale,
                     ZeroGradient zero, StepMeter* meter, const Rule& rule, Slots&... slots)
{
    const torch::Tensor ordered = orderedRows(gradient);
    const torch::Tensor names = ordered._indices().contiguous(),
                        rows = ordered._values().contiguous();
    const int64_t* const touched = names.data_ptr<int64_t>();
    const int64_t* const lastTouched = touched + names.numel();
    const float* const slopes = rows.data_ptr<float>();
    const auto factor = static_cast<float>(scale);
    const int64_t features = parameter.stride(0);
    const auto between = [&](int64_t task, int64_t firstRow, int64_t lastRow, const float* some) {
        applyRuleBetween({meter, task}, firstRow * features, lastRow * features,
                         parameter.data_ptr<float>(), some, factor, rule,
                         slots.template data_ptr<float>()...);
    };
    const int64_t atOnce = std::max<int64_t>(1, kRuleChunk / std::max<int64_t>(1, features));
    const int64_t tasks = (parameter.size(0) + atOnce - 1) / atOnce;
    if (meter != nullptr)
        meter->begin(tasks);
    runTasks(tasks, [&](int64_t task) {
        const int64_t end = std::min(parameter.size(0), (task + 1) * atOnce);
        const int64_t* next = std::lower_bound(touched, lastTouched, task * atOnce);
        for (int64_t row = task * atOnce; row < end;) {
            const int64_t used = next == lastTouched ? end : std::min(end, *next);
            if (row < used && zero == ZeroGradient::Moves)
                between(task, row, used, nullptr);
            if (used < end)
                between(task, used, used + 1, slopes + (next++ - touched) * features);
            row = used + 1;
        }
    });
}

/// applyRule() for whole tensors. @param dense  the gradients.
template <class Rule, class... Slots>
void applyRuleToLists(const ParameterGroup& group, TensorLists dense, const Rule& rule,
                      Slots&... slots)
{
    const auto of = [&](const std::vector<torch::Tensor>& slot) {
        TensorLists some;
        for (const size_t index : group.indices)
            some.all.push_back(slot[index]);
        return some;
    };
    TensorLists values{group.parameters};
    TensorLists before;
    if (!group.meters.empty())
        for (const torch::Tensor& each : group.parameters)
            before.all.push_back(each.detach().clone());
    std::tuple<decltype(of(slots))...> memory{of(slots)...};
    if (group.factor != 1.0)
        dense = dense * group.factor;
    std::apply([&](auto&... each) { rule(values, dense, each...); }, memory);
    for (size_t i = 0; i < before.all.size(); ++i)
        group.meters[i]->setStep(group.parameters[i].detach() - before.all[i]);
    const auto keep = [&](std::vector<torch::Tensor>& slot, TensorLists& now) {
        for (size_t i = 0; i < group.indices.size(); ++i)
            slot[group.indices[i]] = std::move(now.all[i]);
    };
    std::apply([&](auto&... each) { (keep(slots, each), ...); }, memory);
}

/// Calls rule(parameter&, gradient, slot&...) for every element, or once with whole tensors.
/// @param slots  Optimiser::slot()
template <class Rule, class... Slots>
void applyRule(const ParameterGroup& group, ZeroGradient zero, const Rule& rule, Slots&... slots)
{
    const torch::Tensor& parameter = group.parameters.front();
    const torch::Tensor& given = group.gradients.front();
    const size_t index = group.indices.front();
    const bool plain = group.indices.size() == 1 && isPlainFloats(parameter);
    StepMeter* const meter = plain && !group.meters.empty() ? group.meters.front() : nullptr;
    if (plain && hasRows(given) && given.scalar_type() == torch::kFloat32) {
        applyRuleToRows(parameter, given, group.factor, zero, meter, rule, slots[index]...);
        return;
    }
    // Some backward passes give a transposed gradient. The same elements must take the same way
    // before and after a resume, so it is laid out as the parameter rather than handed to tensors.
    TensorLists all;
    for (const torch::Tensor& each : group.gradients)
        all.all.push_back((each.is_sparse() ? each.to_dense() : each).contiguous());
    const torch::Tensor& dense = all.all.front();
    if (!plain || !isPlainFloats(dense)) {
        applyRuleToLists(group, std::move(all), rule, slots...);
        return;
    }
    const float* const slopes = dense.data_ptr<float>();
    float* const values = parameter.data_ptr<float>();
    const int64_t count = parameter.numel();
    const int64_t chunks = (count + kRuleChunk - 1) / kRuleChunk;
    if (meter != nullptr)
        meter->begin(chunks);
    runTasks(chunks, [&](int64_t chunk) {
        const int64_t begin = chunk * kRuleChunk;
        applyRuleBetween({meter, chunk}, begin, std::min(count, begin + kRuleChunk), values,
                         slopes + begin, static_cast<float>(group.factor), rule,
                         slots[index].template data_ptr<float>()...);
    });
}

/// The same for a rule that moves weights without a gradient, as those with momentum do.
template <class Rule, class... Slots>
void applyRule(const ParameterGroup& group, const Rule& rule, Slots&... slots)
{
    applyRule(group, ZeroGradient::Moves, rule, slots...);
}

} // namespace core
