#include "core/nn/layers/dropout.h"

#include "core/nn/kernels/dropout_mask.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPart = int64_t{1} << 15; ///< Elements that a thread takes at a time.

class Dropout : public torch::autograd::Function<Dropout> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& input,
                                 double probability)
    {
        const DropoutMask mask = drawDropoutMask(probability);
        context->saved_data["probability"] = probability;
        context->saved_data["key"] = static_cast<int64_t>(mask.key);
        return dropped(input, mask);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        refuseSecondDerivative();
        const DropoutMask mask{context->saved_data["probability"].toDouble(),
                               static_cast<uint64_t>(context->saved_data["key"].toInt())};
        return {dropped(gradients[0], mask), torch::Tensor()};
    }

private:
    static torch::Tensor dropped(const torch::Tensor& input, const DropoutMask& mask)
    {
        const torch::Tensor whole = input.contiguous();
        torch::Tensor result = torch::empty_like(whole);
        float* out = result.data_ptr<float>();
        const float* in = whole.data_ptr<float>();
        const int64_t count = whole.numel();
        runTasks((count + kPart - 1) / kPart, [&](int64_t task) {
            const int64_t first = task * kPart;
            applyDropout(out + first, in + first, std::min(kPart, count - first), mask, first);
        });
        return result;
    }
};

} // namespace

torch::Tensor dropOut(const torch::Tensor& input, double probability)
{
    if (probability == 0.0)
        return input;
    if (input.is_cpu() && input.scalar_type() == torch::kFloat32)
        return Dropout::apply(input, probability);
    return torch::dropout(input, probability, true);
}

torch::Tensor lockedDropOut(const torch::Tensor& input, double probability)
{
    if (probability == 0.0)
        return input;
    return input
        * dropOut(torch::ones({input.size(0), 1, input.size(2)}, input.options()), probability);
}

} // namespace core
