#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The quotient, or 0 where `denominator` is 0.
constexpr double ratio(double numerator, double denominator)
{
    return denominator == 0.0 ? 0.0 : numerator / denominator;
}

/// Precision p = TP / (TP + FP), recall r = TP / (TP + FN), F1 = 2pr / (p + r); 0 where a
/// denominator is 0 (scikit-learn's zero_division=0).
struct ClassScore {
    std::string name;
    double precision = 0.0;
    double recall = 0.0;
    double f1 = 0.0;
    int64_t support = 0; ///< Texts whose true class it is.
};

struct Prediction {
    std::string text;
    int32_t label = -1; ///< True class; -1 when not known.
    int32_t predicted = 0;
    double confidence = 0.0; ///< Probability of the predicted class.
    std::vector<float> probabilities; ///< One a class; sums to 1.
};

/// Scores of a classifier over a set of texts.
struct ClassificationScores {
    int64_t count = 0;
    double loss = 0.0; ///< Mean cross-entropy in nats, without label smoothing.
    double accuracy = 0.0;
    double macroPrecision = 0.0, macroRecall = 0.0, macroF1 = 0.0; ///< Unweighted class means.
    std::vector<ClassScore> classes;
    std::vector<int64_t> confusion; ///< [true * classCount + predicted]
};

/// The scores of each class. @param confusion  [classes * classes], as ClassificationScores has it.
std::vector<ClassScore> classScores(const std::vector<std::string>& classes,
                                    const std::vector<int64_t>& confusion);
/// The unweighted means, with the sum of the texts.
ClassScore meanScore(const std::vector<ClassScore>& scores, std::string name);

/// Scores from true and predicted classes. `lossSum` is the sum of cross-entropies in nats.
/// @pre equal sizes; every value is in [0, classes.size()).
ClassificationScores classificationScores(const std::vector<int32_t>& labels,
                                          const std::vector<int32_t>& predicted, double lossSum,
                                          const std::vector<std::string>& classes);

} // namespace core
