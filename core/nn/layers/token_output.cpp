#include "core/nn/layers/token_output.h"

#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

#include <cmath>

namespace core {

TokenOutputImpl::TokenOutputImpl(int64_t features, int64_t vocabulary, Table table, Weights weights)
{
    const bool fresh = weights == Weights::Fresh;
    const double bound = 1.0 / std::sqrt(static_cast<double>(features));
    const auto make = [&](at::IntArrayRef sizes) {
        return fresh ? torch::empty(sizes).uniform_(-bound, bound)
                     : torch::empty(sizes, torch::kMeta);
    };
    if (table == Table::Own)
        weight = register_parameter("weight", make({vocabulary, features}));
    bias = register_parameter("bias", make({vocabulary}));
}

torch::Tensor TokenOutputImpl::forward(const torch::Tensor& vectors, const torch::Tensor& tied)
{
    return linear(vectors, weight.defined() ? weight : tied, bias);
}

} // namespace core
