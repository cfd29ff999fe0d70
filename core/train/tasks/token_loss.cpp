#include "core/train/tasks/token_loss.h"

#include <torch/nn/functional/loss.h>

namespace core {

torch::Tensor crossEntropySum(const torch::Tensor& logits, const torch::Tensor& labels,
                              double smoothing)
{
    namespace F = torch::nn::functional;
    return F::cross_entropy(
        logits.to(torch::kFloat32), labels,
        F::CrossEntropyFuncOptions().reduction(torch::kSum).label_smoothing(smoothing));
}

} // namespace core
