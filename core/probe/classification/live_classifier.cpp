#include "core/probe/classification/live_classifier.h"

#include "core/probe/plain_values.h"

#include <algorithm>

namespace core {

namespace {

/// @param logits  [texts, classes] float32 on the CPU
std::vector<Prediction> predictionsFrom(std::span<const std::string> texts,
                                        const torch::Tensor& logits)
{
    const torch::Tensor probabilities = torch::softmax(logits, 1).contiguous();
    const int64_t classes = logits.size(1);
    std::vector<Prediction> predictions(texts.size());
    for (size_t i = 0; i < texts.size(); ++i) {
        const float* row = probabilities.data_ptr<float>() + static_cast<int64_t>(i) * classes;
        Prediction& prediction = predictions[i];
        prediction.text = texts[i];
        prediction.probabilities.assign(row, row + classes);
        const float* best = std::max_element(row, row + classes);
        prediction.predicted = static_cast<int32_t>(best - row);
        prediction.confidence = *best;
    }
    return predictions;
}

} // namespace

void LiveClassifier::interpret(const torch::Tensor& outputs, Inspection& inspection) const
{
    inspection.classes = m_classes;
    inspection.probabilities = plainFloats(torch::softmax(outputs, 0));
    const auto best
        = std::max_element(inspection.probabilities.begin(), inspection.probabilities.end());
    inspection.predicted = static_cast<int32_t>(best - inspection.probabilities.begin());
}

std::vector<Prediction> LiveClassifier::predict(std::span<const std::string> texts,
                                                const Monitor& monitor)
{
    return predictionsFrom(texts, outputsOf(texts, {"Predicting", {}}, monitor));
}

ScoredTexts LiveClassifier::evaluate(const CorpusPart& rows, const Monitor& monitor)
{
    const std::vector<std::string> texts = rows.texts().strings();
    const std::vector<int32_t>& labels = rows.classes();
    checkLabels(labels);
    const torch::Tensor logits = outputsOf(texts, {"Evaluating", {}}, monitor);
    const torch::Tensor logProbabilities
        = torch::log_softmax(logits.to(torch::kDouble), 1); // [N, C]
    const torch::Tensor best = logits.argmax(1); // [N]
    std::vector<int32_t> predicted(texts.size());
    double lossSum = 0.0;
    ScoredTexts result;
    result.rows = predictionsFrom(texts, logits);
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto row = static_cast<int64_t>(i);
        predicted[i] = static_cast<int32_t>(best.data_ptr<int64_t>()[row]);
        lossSum -= logProbabilities.data_ptr<double>()[row * logits.size(1) + labels[i]];
        result.rows[i].label = labels[i];
    }
    result.scores = classificationScores(labels, predicted, lossSum, m_classes);
    result.epoch = epoch();
    return result;
}

void LiveClassifier::checkLabels(std::span<const int32_t> labels) const
{
    const auto classes = static_cast<int32_t>(m_classes.size());
    for (size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] < 0 || labels[i] >= classes)
            throw Error(
                ErrorCode::BadData,
                {"Text %1 has a class that the network does not know.", {std::to_string(i + 1)}},
                {"Evaluate on data with the classes of the training data.", {}});
    }
}

} // namespace core
