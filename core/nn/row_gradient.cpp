#include "core/nn/row_gradient.h"

#include <torch/torch.h>

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

Tensor denseGradient(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t rows)
{
    const int64_t features = gradient.size(1);
    Tensor sum = torch::zeros({rows, features}, gradient.options());
    float* target = sum.data_ptr<float>();
    const float* source = gradient.data_ptr<float>();
    for (const RowUse& use : uses)
        addRow(target + use.target * features, source + use.source * features, features);
    return sum;
}

Tensor sparseGradient(const Tensor& gradient, const std::vector<RowUse>& uses, int64_t rows)
{
    const int64_t features = gradient.size(1);
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
    Tensor sums = torch::zeros({count, features}, gradient.options());
    float* target = sums.data_ptr<float>();
    const float* source = gradient.data_ptr<float>();
    for (const RowUse& use : uses)
        addRow(target + places[static_cast<size_t>(use.target)] * features,
               source + use.source * features, features);
    const Tensor names = torch::tensor(touched, torch::kInt64).view({1, count});
    return at::_sparse_coo_tensor_unsafe(names, sums, {rows, features}, sums.options())
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
    const int64_t* id = ids.data_ptr<int64_t>();
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
