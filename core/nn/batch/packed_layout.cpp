#include "core/nn/batch/packed_layout.h"

#include "core/base/error.h"
#include "core/nn/batch/token_mark.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

namespace core {
namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

PackedLayoutPtr savedLayout(AutogradContext* context)
{
    return c10::static_intrusive_pointer_cast<PackedLayout>(
        context->saved_data["layout"].toCapsule());
}

/// Calls copy(row of the packed form, row of the padded form) for every token.
template <typename Copy> void forEachToken(const PackedLayout& layout, const Copy& copy)
{
    for (int64_t place = 0; place < layout.batch(); ++place) {
        const auto index = static_cast<size_t>(place);
        const int64_t first = layout.order[index] * layout.paddedLength;
        for (int64_t step = 0; step < layout.lengths[index]; ++step)
            copy(layout.row(step, place), first + step);
    }
}

Tensor gather(const Tensor& padded, const PackedLayout& layout)
{
    const int64_t features = padded.size(2);
    const Tensor source = padded.contiguous();
    Tensor packed = torch::empty({layout.tokens(), features}, torch::kFloat32);
    const float* from = source.data_ptr<float>();
    float* to = packed.data_ptr<float>();
    const size_t bytes = static_cast<size_t>(features) * sizeof(float);
    forEachToken(layout, [&](int64_t packedRow, int64_t paddedRow) {
        std::memcpy(to + packedRow * features, from + paddedRow * features, bytes);
    });
    return packed;
}

Tensor scatter(const Tensor& packed, const PackedLayout& layout)
{
    const int64_t features = packed.size(1);
    const Tensor source = packed.contiguous();
    Tensor padded = torch::empty({layout.batch(), layout.paddedLength, features}, torch::kFloat32);
    const float* from = source.data_ptr<float>();
    float* to = padded.data_ptr<float>();
    const size_t bytes = static_cast<size_t>(features) * sizeof(float);
    forEachToken(layout, [&](int64_t packedRow, int64_t paddedRow) {
        std::memcpy(to + paddedRow * features, from + packedRow * features, bytes);
    });
    for (size_t place = 0; place < layout.order.size(); ++place) {
        float* end
            = to + (layout.order[place] * layout.paddedLength + layout.lengths[place]) * features;
        std::fill_n(end, (layout.paddedLength - layout.lengths[place]) * features, 0.0f);
    }
    return padded;
}

struct PackFunction : torch::autograd::Function<PackFunction> {
    static Tensor forward(AutogradContext* context, const Tensor& padded,
                          const PackedLayoutPtr& layout)
    {
        context->saved_data["layout"] = c10::IValue::make_capsule(layout);
        return gather(padded, *layout);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        return {unpackTokens(gradients[0], savedLayout(context)), Tensor()};
    }
};

struct UnpackFunction : torch::autograd::Function<UnpackFunction> {
    static Tensor forward(AutogradContext* context, const Tensor& packed,
                          const PackedLayoutPtr& layout)
    {
        context->saved_data["layout"] = c10::IValue::make_capsule(layout);
        return scatter(packed, *layout);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        return {packTokens(gradients[0], savedLayout(context)), Tensor()};
    }
};

void checkLengths(const Tensor& lengths, int64_t paddedLength)
{
    const int64_t* values = lengths.data_ptr<int64_t>();
    for (int64_t i = 0; i < lengths.size(0); ++i) {
        if (values[i] >= 1 && values[i] <= paddedLength)
            continue;
        throw Error(ErrorCode::Internal,
                    {"Sequence %1 of the batch has the length %2; it must be 1 to %3.",
                     {std::to_string(i), std::to_string(values[i]), std::to_string(paddedLength)}});
    }
}

} // namespace

PackedLayout::PackedLayout(const Tensor& trueLengths, int64_t length)
    : paddedLength(length), order(static_cast<size_t>(trueLengths.size(0)))
{
    const Tensor dense = trueLengths.contiguous();
    checkLengths(dense, paddedLength);
    const int64_t* values = dense.data_ptr<int64_t>();
    std::iota(order.begin(), order.end(), int64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [values](int64_t a, int64_t b) { return values[a] > values[b]; });
    lengths.reserve(order.size());
    for (const int64_t row : order)
        lengths.push_back(values[row]);
    offsets.push_back(0);
    int64_t active = batch();
    for (int64_t step = 0; !lengths.empty() && step < lengths.front(); ++step) {
        while (lengths[static_cast<size_t>(active - 1)] <= step)
            --active;
        batchSizes.push_back(active);
        offsets.push_back(offsets.back() + active);
    }
}

Tensor PackedLayout::marks() const
{
    Tensor marks = torch::empty({tokens()}, torch::kInt64);
    int64_t* mark = marks.data_ptr<int64_t>();
    for (int64_t step = 0; step < steps(); ++step)
        for (int64_t place = 0; place < batchSizes[static_cast<size_t>(step)]; ++place)
            *mark++ = tokenMark(order[static_cast<size_t>(place)], step);
    return marks;
}

StepRows stepRows(const PackedLayout& layout, Direction direction, int64_t step, PlaceRange range)
{
    const auto reached = [&](int64_t at) {
        const int64_t size
            = at < 0 || at >= layout.steps() ? 0 : layout.batchSizes[static_cast<size_t>(at)];
        return std::clamp(size, range.first, range.end) - range.first;
    };
    const int64_t before = direction == Direction::Forward ? step - 1 : step + 1;
    StepRows rows;
    rows.row = layout.row(step, range.first);
    rows.count = reached(step);
    rows.linked = std::min(rows.count, reached(before));
    rows.previousRow = rows.linked > 0 ? layout.row(before, range.first) : 0;
    return rows;
}

std::vector<PlaceRange> divide(const PackedLayout& layout, int64_t parts)
{
    std::vector<PlaceRange> ranges;
    int64_t first = 0;
    int64_t done = 0;
    for (int64_t place = 0; place < layout.batch(); ++place) {
        done += layout.lengths[static_cast<size_t>(place)];
        const auto part = static_cast<int64_t>(ranges.size()) + 1;
        if (done * parts < layout.tokens() * part)
            continue;
        ranges.push_back({first, place + 1});
        first = place + 1;
    }
    return ranges;
}

Tensor packTokens(const Tensor& padded, const PackedLayoutPtr& layout)
{
    return PackFunction::apply(padded, layout);
}

Tensor unpackTokens(const Tensor& packed, const PackedLayoutPtr& layout)
{
    return UnpackFunction::apply(packed, layout);
}

} // namespace core
