#include "core/metric/classification.h"

#include <utility>

namespace core {

namespace {

ClassScore classScore(const std::string& name, size_t index, size_t classCount,
                      const std::vector<int64_t>& confusion)
{
    ClassScore score;
    score.name = name;
    int64_t predicted = 0;
    for (size_t other = 0; other < classCount; ++other) {
        score.support += confusion[index * classCount + other];
        predicted += confusion[other * classCount + index];
    }
    const auto hits = static_cast<double>(confusion[index * classCount + index]);
    score.precision = ratio(hits, static_cast<double>(predicted));
    score.recall = ratio(hits, static_cast<double>(score.support));
    score.f1 = ratio(2.0 * score.precision * score.recall, score.precision + score.recall);
    return score;
}

} // namespace

std::vector<ClassScore> classScores(const std::vector<std::string>& classes,
                                    const std::vector<int64_t>& confusion)
{
    std::vector<ClassScore> scores;
    for (size_t i = 0; i < classes.size(); ++i)
        scores.push_back(classScore(classes[i], i, classes.size(), confusion));
    return scores;
}

ClassScore meanScore(const std::vector<ClassScore>& scores, std::string name)
{
    ClassScore mean;
    mean.name = std::move(name);
    for (const ClassScore& score : scores) {
        const auto count = static_cast<double>(scores.size());
        mean.precision += score.precision / count;
        mean.recall += score.recall / count;
        mean.f1 += score.f1 / count;
        mean.support += score.support;
    }
    return mean;
}

ClassificationScores classificationScores(const std::vector<int32_t>& labels,
                                          const std::vector<int32_t>& predicted, double lossSum,
                                          const std::vector<std::string>& classes)
{
    const size_t classCount = classes.size();
    ClassificationScores scores;
    scores.count = static_cast<int64_t>(labels.size());
    scores.confusion.assign(classCount * classCount, 0);
    int64_t right = 0;
    for (size_t i = 0; i < labels.size(); ++i) {
        const auto row = static_cast<size_t>(labels[i]);
        const auto column = static_cast<size_t>(predicted[i]);
        ++scores.confusion[row * classCount + column];
        right += row == column ? 1 : 0;
    }
    const auto count = static_cast<double>(scores.count);
    scores.loss = ratio(lossSum, count);
    scores.accuracy = ratio(static_cast<double>(right), count);
    scores.classes = classScores(classes, scores.confusion);
    const ClassScore mean = meanScore(scores.classes, {});
    scores.macroPrecision = mean.precision;
    scores.macroRecall = mean.recall;
    scores.macroF1 = mean.f1;
    return scores;
}

} // namespace core
