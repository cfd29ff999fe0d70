#include "core/nn/kernels/end_states.h"

#include "core/nn/tensors.h"

#include <cstring>

namespace core {

using torch::Tensor;

namespace {

/// Calls visit(row of the packed form that ends a sequence, direction, row of the batch).
template <typename Visit>
void forEachEnd(const PackedLayout& layout, int64_t directions, const Visit& visit)
{
    for (int64_t place = 0; place < layout.batch(); ++place) {
        const auto index = static_cast<size_t>(place);
        visit(layout.row(layout.lengths[index] - 1, place), int64_t{0}, layout.order[index]);
        if (directions == 2)
            visit(layout.row(0, place), int64_t{1}, layout.order[index]);
    }
}

} // namespace

Tensor byPlace(const Tensor& states, const PackedLayout& layout)
{
    if (!states.defined())
        return states;
    return states.detach().index_select(1, torch::tensor(layout.order)).contiguous();
}

Tensor byBatch(const Tensor& states, const PackedLayout& layout)
{
    return torch::empty_like(states).index_copy_(1, torch::tensor(layout.order), states);
}

Tensor endStates(const Tensor& states, const PackedLayout& layout, int64_t directions,
                 int64_t width, int64_t column)
{
    const int64_t batch = layout.batch(), stride = states.size(1) / directions;
    Tensor result = torch::empty({directions, batch, width}, states.options());
    const float* from = states.data_ptr<float>() + column;
    float* to = result.data_ptr<float>();
    forEachEnd(layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        std::memcpy(to + (direction * batch + place) * width,
                    from + (row * directions + direction) * stride,
                    static_cast<size_t>(width) * sizeof(float));
    });
    return result;
}

void addEndGradients(const Tensor& ends, const PackedLayout& layout, const Tensor& into)
{
    if (!ends.defined())
        return;
    const Tensor dense = ends.contiguous();
    const int64_t directions = dense.size(0), batch = dense.size(1), width = dense.size(2);
    const float* gradients = dense.data_ptr<float>();
    float* sums = into.data_ptr<float>();
    forEachEnd(layout, directions, [&](int64_t row, int64_t direction, int64_t place) {
        const float* from = gradients + (direction * batch + place) * width;
        float* to = sums + (row * directions + direction) * width;
        for (int64_t i = 0; i < width; ++i)
            to[i] += from[i];
    });
}

} // namespace core
