#include "core/task/regression/number_loss.h"

#include "core/nn/tensors.h"

namespace core {

torch::Tensor NumberLoss::of(const torch::Tensor& outputs, const torch::Tensor& numbers,
                             torch::Reduction::Reduction reduction) const
{
    const torch::Tensor said = outputs.squeeze(1).to(torch::kFloat); // [texts]
    const torch::Tensor target = ((numbers - m_scale.mean) / m_scale.deviation).to(torch::kFloat);
    if (m_options.loss == "mean_absolute")
        return torch::l1_loss(said, target, reduction);
    if (m_options.loss == "huber")
        return torch::huber_loss(said, target, reduction, m_options.delta);
    return torch::mse_loss(said, target, reduction);
}

torch::Tensor NumberLoss::numbersOf(const torch::Tensor& outputs) const
{
    return outputs.squeeze(1).to(torch::kDouble) * m_scale.deviation + m_scale.mean;
}

std::vector<double> NumberLoss::plainNumbersOf(const torch::Tensor& outputs) const
{
    const torch::Tensor numbers = numbersOf(outputs.detach()).to(torch::kCPU).contiguous();
    const auto* first = numbers.data_ptr<double>();
    return {first, first + numbers.numel()};
}

} // namespace core
