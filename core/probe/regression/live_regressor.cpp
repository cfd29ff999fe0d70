#include "core/probe/regression/live_regressor.h"

#include <charconv>
#include <optional>

namespace core {

void LiveRegressor::interpret(const torch::Tensor& outputs, Inspection& inspection) const
{
    inspection.number = m_loss.plainNumbersOf(outputs.unsqueeze(0)).front();
}

namespace {

std::optional<double> numberIn(const std::string& text)
{
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error != std::errc() || rest != end ? std::nullopt : std::optional(number);
}

} // namespace

void LiveRegressor::requireReference(const std::string& reference, const std::string&) const
{
    if (!numberIn(reference))
        throw Error(ErrorCode::BadSetting,
                    {"\"%1\", which \"reference\" names, is no number.", {shown(reference)}},
                    {"Give the number that the network is to predict, such as 3.5.", {}});
}

LiveEncoder::Loss LiveRegressor::loss(const torch::Tensor& outputs, const Text& text,
                                      const std::string& reference, LossOf of) const
{
    const std::optional<double> number = numberIn(reference);
    if (!number)
        return LiveTextModel::loss(outputs, text, reference, of);
    const torch::Tensor truth = torch::tensor({*number}, torch::kFloat64).to(outputs.device());
    return {m_loss.sum(outputs, truth), reference, true};
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
