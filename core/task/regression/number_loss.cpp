#include "core/task/regression/number_loss.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"

#include <cmath>
#include <numeric>

namespace core {

NumberScale scaleOf(const std::vector<double>& numbers)
{
    const auto count = static_cast<double>(numbers.size());
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
    double squares = 0.0;
    for (const double number : numbers)
        squares += (number - mean) * (number - mean);
    const double deviation = std::sqrt(squares / count);
    return {mean, deviation > 0.0 ? deviation : 1.0};
}

Json toJson(const NumberScale& scale)
{
    return {{"mean", scale.mean}, {"standard_deviation", scale.deviation}};
}

NumberScale scaleFromJson(const Json& json, const std::string& file)
{
    const auto number = [&](const char* name) {
        const bool there = json.is_object() && json.contains(name) && json.at(name).is_number();
        return there ? json.at(name).get<double>() : std::nan("");
    };
    const NumberScale scale{number("mean"), number("standard_deviation")};
    if (!std::isfinite(scale.mean) || !std::isfinite(scale.deviation) || scale.deviation <= 0.0)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 does not hold the mean and standard deviation of numbers.", {file}},
                    {"Copy the whole run folder again from where it was made.", {}});
    return scale;
}

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
