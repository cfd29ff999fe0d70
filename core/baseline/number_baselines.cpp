#include "core/baseline/logistic_regression.h"
#include "core/baseline/task_baselines.h"
#include "core/metric/regression.h"

#include <cmath>
#include <numeric>

namespace core {

namespace {

void scoreNumbers(Baseline& baseline, std::span<const double> numbers,
                  const std::vector<double>& predicted)
{
    baseline.outcomes.score = "mean_absolute_error";
    for (size_t row = 0; row < numbers.size(); ++row)
        baseline.outcomes.add(std::abs(predicted[row] - numbers[row]), 1.0);
    const RegressionScores scores
        = regressionScores({numbers.begin(), numbers.end()}, predicted, 0.0);
    baseline.scores = {{"mean_absolute_error", scores.meanAbsoluteError},
                       {"root_mean_squared_error", scores.rootMeanSquaredError}};
    if (std::isfinite(scores.rSquared))
        baseline.scores.push_back({"r_squared", scores.rSquared});
}

} // namespace

Baselines numberBaselines(const NumberData& train, const NumberData& rows, const Monitor& monitor)
{
    Baselines result;
    const double mean = std::accumulate(train.numbers.begin(), train.numbers.end(), 0.0)
        / static_cast<double>(train.numbers.size());
    result.all.push_back(
        {"mean", "Mean", "Predicts the mean of the training data for every text."});
    scoreNumbers(result.all.back(), rows.numbers, std::vector<double>(rows.numbers.size(), mean));
    const std::vector<double> idf = inverseDocumentFrequencies(train.counts);
    const RidgeRegression ridge(tfIdf(train.counts, idf), train.numbers, monitor);
    const SparseRows scored = tfIdf(rows.counts, idf);
    std::vector<double> predicted;
    for (int64_t row = 0; row < scored.count(); ++row)
        predicted.push_back(ridge.predicted(scored, row));
    result.all.push_back({"tf_idf_ridge", "Ridge regression, TF-IDF",
                          "Linear regression on TF-IDF with an L2 penalty (alpha = 1)."});
    scoreNumbers(result.all.back(), rows.numbers, predicted);
    return result;
}

} // namespace core
