#include "core/train/tasks/token_loss.h"

#include "core/nn/cross_entropy.h"

namespace core {

torch::Tensor crossEntropySum(const torch::Tensor& logits, const torch::Tensor& labels,
                              double smoothing)
{
    return crossEntropy(logits.to(torch::kFloat32), labels, smoothing);
}

} // namespace core
