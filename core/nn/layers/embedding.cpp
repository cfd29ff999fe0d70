#include "core/nn/layers/embedding.h"

#include "core/nn/kernels/row_gradient.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPaddingRow = 0;

bool quickOn(const torch::Tensor& tensor)
{
    return tensor.is_cpu() && tensor.scalar_type() == torch::kFloat32;
}

/// The sum of each text's rows without the rows in between, and its derivative. LibTorch's
/// embedding_bag sorts all ids in backward.
class SumRows : public torch::autograd::Function<SumRows> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& weight,
                                 const torch::Tensor& ids, const torch::Tensor& starts)
    {
        context->save_for_backward({ids, starts});
        context->saved_data["rows"] = weight.size(0);
        const int64_t features = weight.size(1);
        const torch::Tensor table = weight.contiguous();
        torch::Tensor sums = torch::zeros({starts.numel(), features}, weight.options());
        float* target = sums.data_ptr<float>();
        const float* source = table.data_ptr<float>();
        constexpr int64_t kTextsATask = 8;
        const int64_t texts = starts.numel();
        runTasks((texts + kTextsATask - 1) / kTextsATask, [&](int64_t task) {
            const int64_t first = task * kTextsATask;
            forEachToken(ids, starts, first, std::min(texts, first + kTextsATask),
                         [=](int64_t text, int64_t id) {
                             addRow(target + text * features, source + id * features, features);
                         });
        });
        return sums;
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        refuseSecondDerivative();
        const auto saved = context->get_saved_variables();
        std::vector<RowUse> uses;
        uses.reserve(static_cast<size_t>(saved[0].numel()));
        forEachToken(saved[0], saved[1], 0, saved[1].numel(), [&](int64_t text, int64_t id) {
            uses.push_back({id, text});
        });
        const torch::Tensor sum
            = rowGradient(gradients[0].contiguous(), uses, context->saved_data["rows"].toInt());
        return {sum, torch::Tensor(), torch::Tensor()};
    }

private:
    /// function(text, id) for the tokens of texts first ... end - 1.
    template <class Function>
    static void forEachToken(const torch::Tensor& ids, const torch::Tensor& starts, int64_t first,
                             int64_t end, const Function& function)
    {
        const int64_t* id = ids.data_ptr<int64_t>();
        const int64_t* start = starts.data_ptr<int64_t>();
        const int64_t texts = starts.numel();
        for (int64_t text = first; text < end; ++text) {
            const int64_t last = text + 1 < texts ? start[text + 1] : ids.numel();
            for (int64_t i = start[text]; i < last; ++i)
                if (id[i] != kPaddingRow)
                    function(text, id[i]);
        }
    }
};

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
        // LibTorch 1.13 makes two tensor objects a token for this, which takes longer than the rest
        // of a small network. But its own has a second derivative.
        return {quickOn(gradient) && !torch::GradMode::is_enabled()
                    ? rowGradient(gradient, lookUps(ids), rows)
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

torch::Tensor rowsOf(const torch::Tensor& table, const torch::Tensor& ids)
{
    std::vector<int64_t> sizes = ids.sizes().vec();
    sizes.push_back(table.size(1));
    return LookUp::apply(table, ids.reshape(-1)).view(sizes);
}

torch::Tensor EmbeddingImpl::forward(const torch::Tensor& ids)
{
    return rowsOf(weight, ids);
}

torch::Tensor EmbeddingImpl::sums(const torch::Tensor& ids, const torch::Tensor& starts)
{
    if (quickOn(weight))
        return SumRows::apply(weight, ids, starts);
    constexpr int64_t kSum = 0;
    return std::get<0>(at::embedding_bag(weight, ids, starts, /*scale_grad_by_freq=*/false, kSum,
                                         /*sparse=*/false, /*per_sample_weights=*/{},
                                         /*include_last_offset=*/false, kPaddingRow));
}

} // namespace core
