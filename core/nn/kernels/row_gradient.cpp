#include "core/nn/kernels/row_gradient.h"

#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <functional>

namespace core {

namespace {

using torch::Tensor;

/// Below, the few zeros cost less than telling rows apart.
constexpr int64_t kSmallTable = int64_t{1} << 16;

bool isWorthRows(int64_t uses, int64_t rows, int64_t features)
{
    return rows * features >= kSmallTable && 2 * uses <= rows;
}

/// rows [count, features] = the sums of the uses' rows of `gradient`; place(use) tells which row
/// each use belongs to. Every thread takes a part of the rows and reads all uses, so that what a
/// row gets is added in their order, however many threads there are.
template <class Place>
Tensor summedRows(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t count,
                  const Place& place)
{
    const int64_t features = gradient.size(1);
    Tensor sums = torch::empty({count, features}, gradient.options());
    float* target = sums.data_ptr<float>();
    const float* source = gradient.data_ptr<float>();
    constexpr int64_t kFewestFloats = 1 << 16; ///< For which a thread is worth waking.
    const int64_t parts
        = std::clamp<int64_t>(count * features / kFewestFloats, 1, computeThreads());
    runTasks(parts, [&](int64_t part) {
        const int64_t first = count * part / parts, end = count * (part + 1) / parts;
        std::fill(target + first * features, target + end * features, 0.0F);
        for (const RowUse& use : uses)
            if (const int64_t row = place(use); row >= first && row < end)
                addRow(target + row * features, source + use.source * features, features);
    });
    return sums;
}

Tensor denseGradient(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t rows)
{
    return summedRows(gradient, uses, rows, [](const RowUse& use) { return use.target; });
}

Tensor sparseGradient(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t rows)
{
    std::vector<int64_t> places(static_cast<size_t>(rows), -1); // of each row among the touched
    for (const RowUse& use : uses)
        places[static_cast<size_t>(use.target)] = 0;
    std::vector<int64_t> touched;
    for (int64_t row = 0; row < rows; ++row)
        if (int64_t& place = places[static_cast<size_t>(row)]; place == 0) {
            place = static_cast<int64_t>(touched.size());
            touched.push_back(row);
        }
    const auto count = static_cast<int64_t>(touched.size());
    const Tensor sums = summedRows(gradient, uses, count, [&](const RowUse& use) {
        return places[static_cast<size_t>(use.target)];
    });
    const Tensor names = torch::tensor(touched, torch::kInt64).view({1, count});
    return at::_sparse_coo_tensor_unsafe(names, sums, {rows, gradient.size(1)}, sums.options())
        ._coalesced_(true);
}

bool ascends(const Tensor& names)
{
    const Tensor row = names.contiguous();
    const int64_t* first = row.data_ptr<int64_t>();
    return std::is_sorted(first, first + row.numel(), std::less_equal<>());
}

} // namespace

std::vector<RowUse> lookUps(const Tensor& ids)
{
    const Tensor row = ids.contiguous(); // A window of a longer text is not.
    const int64_t* id = row.data_ptr<int64_t>();
    std::vector<RowUse> uses;
    uses.reserve(static_cast<size_t>(ids.numel()));
    for (int64_t i = 0; i < ids.numel(); ++i)
        if (id[i] != 0)
            uses.push_back({id[i], i});
    return uses;
}

Tensor rowGradient(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t rows)
{
    return isWorthRows(static_cast<int64_t>(uses.size()), rows, gradient.size(1))
        ? sparseGradient(gradient, uses, rows)
        : denseGradient(gradient, uses, rows);
}

bool hasRows(const Tensor& gradient)
{
    return gradient.is_sparse() && gradient.sparse_dim() == 1;
}

Tensor orderedRows(const Tensor& gradient)
{
    if (gradient.is_coalesced())
        return gradient;
    // A gradient that went through autograd alone is in order but has lost the mark of it.
    if (gradient.is_cpu() && ascends(gradient._indices()))
        return gradient.detach()._coalesced_(true);
    return gradient.coalesce();
}

Tensor storedValues(const Tensor& gradient)
{
    return hasRows(gradient) ? gradient._values() : gradient;
}

} // namespace core
