#include "core/task/regression/live_regressor.h"

namespace core {

void LiveRegressor::interpret(const torch::Tensor& outputs, Inspection& inspection) const
{
    inspection.number = m_loss.plainNumbersOf(outputs.unsqueeze(0)).front();
}

std::vector<double> LiveRegressor::predict(std::span<const std::string> texts,
                                           const Monitor& monitor)
{
    return m_loss.plainNumbersOf(outputsOf(texts, {"Predicting", {}}, monitor));
}

ScoredNumbers LiveRegressor::evaluate(const CorpusPart& rows, const Monitor& monitor)
{
    const std::vector<std::string> texts = rows.texts().strings();
    const std::vector<double>& numbers = rows.numbers();
    const torch::Tensor outputs = outputsOf(texts, {"Evaluating", {}}, monitor);
    const std::vector<double> predicted = m_loss.plainNumbersOf(outputs);
    const torch::Tensor truth = torch::tensor(numbers);
    ScoredNumbers result;
    result.scores = regressionScores(numbers, predicted, m_loss.sum(outputs, truth).item<double>());
    for (size_t i = 0; i < texts.size(); ++i)
        result.rows.push_back({texts[i], numbers[i], predicted[i]});
    result.epoch = epoch();
    return result;
}

} // namespace core
