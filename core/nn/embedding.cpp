#include "core/nn/embedding.h"

#include <torch/torch.h>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPaddingRow = 0;

/// Adds each row of `gradient` [count, features] to row ids[i] of the result. LibTorch 1.13 makes
/// two tensor objects a token for this, which takes longer than the rest of a small network.
torch::Tensor addedRows(const torch::Tensor& gradient, const torch::Tensor& ids, int64_t rows)
{
    const int64_t features = gradient.size(1);
    torch::Tensor sum = torch::zeros({rows, features}, gradient.options());
    const float* source = gradient.data_ptr<float>();
    const int64_t* id = ids.data_ptr<int64_t>();
    float* target = sum.data_ptr<float>();
    for (int64_t i = 0; i < ids.numel(); ++i, source += features) {
        if (id[i] == kPaddingRow)
            continue;
        float* row = target + id[i] * features;
        for (int64_t f = 0; f < features; ++f)
            row[f] += source[f];
    }
    return sum;
}

class LookUp : public torch::autograd::Function<LookUp> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& weight,
                                 const torch::Tensor& ids)
    {
        context->save_for_backward({ids});
        context->saved_data["rows"] = weight.size(0);
        return weight.index_select(0, ids);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        const torch::Tensor ids = context->get_saved_variables()[0];
        const torch::Tensor gradient = gradients[0].contiguous();
        const int64_t rows = context->saved_data["rows"].toInt();
        const bool quick = gradient.is_cpu() && gradient.scalar_type() == torch::kFloat32;
        return {quick ? addedRows(gradient, ids, rows)
                      : at::embedding_dense_backward(gradient, ids, rows, kPaddingRow, false),
                torch::Tensor()};
    }
};

} // namespace

EmbeddingImpl::EmbeddingImpl(int64_t rows, int64_t features, Weights weights)
{
    if (weights == Weights::ShapesOnly) {
        weight = register_parameter("weight", torch::empty({rows, features}, torch::kMeta));
        return;
    }
    torch::Tensor table = torch::randn({rows, features});
    table[kPaddingRow].zero_();
    weight = register_parameter("weight", table);
}

torch::Tensor EmbeddingImpl::forward(const torch::Tensor& ids)
{
    const torch::Tensor flat = ids.reshape(-1);
    std::vector<int64_t> sizes = ids.sizes().vec();
    sizes.push_back(features());
    return LookUp::apply(weight, flat).view(sizes);
}

torch::Tensor EmbeddingImpl::sums(const torch::Tensor& ids, const torch::Tensor& starts)
{
    constexpr int64_t kSum = 0;
    return std::get<0>(at::embedding_bag(weight, ids, starts, /*scale_grad_by_freq=*/false, kSum,
                                         /*sparse=*/false, /*per_sample_weights=*/{},
                                         /*include_last_offset=*/false, kPaddingRow));
}

} // namespace core
