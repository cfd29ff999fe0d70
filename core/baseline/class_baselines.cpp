#include "core/baseline/logistic_regression.h"
#include "core/baseline/naive_bayes.h"
#include "core/baseline/task_baselines.h"
#include "core/metric/classification.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// Beyond so many values times classes a regression takes minutes.
constexpr double kMostWork = 3e8;
constexpr size_t kMostWords = 30; ///< For each class.

/// ln p(c | text), one a class.
using ClassPredictor = std::function<std::vector<double>(int64_t row)>;

/// Predicts all rows and scores them as a training does.
void scoreClasses(Baseline& baseline, const ClassData& rows,
                  const std::vector<std::string>& classes, const ClassPredictor& predict)
{
    std::vector<int32_t> predicted;
    double lossSum = 0.0;
    baseline.outcomes.score = "accuracy";
    for (size_t row = 0; row < rows.labels.size(); ++row) {
        const std::vector<double> logs = predict(static_cast<int64_t>(row));
        const auto best = std::max_element(logs.begin(), logs.end());
        predicted.push_back(static_cast<int32_t>(best - logs.begin()));
        lossSum -= logs[size_t(rows.labels[row])];
        baseline.outcomes.add(predicted.back() == rows.labels[row] ? 1.0 : 0.0, 1.0);
    }
    const ClassificationScores scores = classificationScores(
        {rows.labels.begin(), rows.labels.end()}, predicted, lossSum, classes);
    baseline.scores = {{"accuracy", scores.accuracy}, {"macro_f1", scores.macroF1}};
    if (std::isfinite(scores.loss))
        baseline.scores.push_back({"loss", scores.loss});
}

std::vector<double> classShares(std::span<const int32_t> labels, size_t classes)
{
    std::vector<double> logs(classes);
    for (const int32_t label : labels)
        logs[size_t(label)] += 1.0 / static_cast<double>(labels.size());
    for (double& each : logs)
        each = std::log(each);
    return logs;
}

/// Occurrences of each token in the texts of each class: [classes * columns].
std::vector<double> occurrences(const ClassData& train, size_t classes)
{
    const auto columns = size_t(train.counts.columnCount);
    std::vector<double> sums(classes * columns);
    for (size_t row = 0; row < train.labels.size(); ++row)
        train.counts.addRow(static_cast<int64_t>(row), 1.0,
                            std::span(sums).subspan(size_t(train.labels[row]) * columns, columns));
    return sums;
}

TellingWords tellingWords(std::span<const double> own, std::span<const double> all,
                          const std::function<std::string(int32_t column)>& token)
{
    const auto columns = static_cast<double>(own.size());
    const double ownSum = std::accumulate(own.begin(), own.end(), columns);
    const double rest = std::accumulate(all.begin(), all.end(), 2.0 * columns) - ownSum;
    const auto evidence = [&](size_t t) {
        return std::log((own[t] + 1.0) / ownSum) - std::log((all[t] - own[t] + 1.0) / rest);
    };
    const auto weight = [&](size_t t) { // Evidence by its standard deviation.
        return evidence(t) / std::sqrt(1.0 / (own[t] + 1.0) + 1.0 / (all[t] - own[t] + 1.0));
    };
    std::vector<size_t> order(own.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const size_t most = std::min(kMostWords, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<int64_t>(most), order.end(),
                      [&](size_t a, size_t b) {
                          const double first = weight(a), second = weight(b);
                          return first != second ? first > second : a < b;
                      });
    TellingWords found;
    for (size_t i = 0; i < most && own[order[i]] > 0.0 && evidence(order[i]) > 0.0; ++i)
        found.words.push_back({token(static_cast<int32_t>(order[i])), evidence(order[i]),
                               std::llround(own[order[i]]),
                               std::llround(all[order[i]] - own[order[i]])});
    return found;
}

std::vector<TellingWords> allTellingWords(const ClassData& train,
                                          const std::vector<std::string>& classes,
                                          const std::function<std::string(int32_t column)>& token)
{
    const auto columns = size_t(train.counts.columnCount);
    const std::vector<double> sums = occurrences(train, classes.size());
    std::vector<double> all(columns);
    for (size_t i = 0; i < sums.size(); ++i)
        all[i % columns] += sums[i];
    std::vector<TellingWords> found;
    for (size_t label = 0; label < classes.size(); ++label) {
        found.push_back(
            tellingWords(std::span(sums).subspan(label * columns, columns), all, token));
        found.back().className = classes[label];
    }
    return found;
}

} // namespace

Baselines classBaselines(const ClassData& train, const ClassData& rows,
                         const std::vector<std::string>& classes,
                         const std::function<std::string(int32_t column)>& token,
                         const Monitor& monitor)
{
    Baselines result;
    const auto count = static_cast<int64_t>(classes.size());
    result.all.push_back({"majority", "Most frequent class",
                          "Predicts the most frequent class of the training data for every text."});
    scoreClasses(result.all.back(), rows, classes,
                 [shares = classShares(train.labels, classes.size())](int64_t) { return shares; });
    const bool tooLarge
        = static_cast<double>(train.counts.values.size()) * static_cast<double>(count) > kMostWork;
    const auto addBoth = [&](const SparseRows& learnt, const SparseRows& scored,
                             const std::string& prefix, const std::string& of) {
        const NaiveBayes bayes(learnt, train.labels, count);
        result.all.push_back({prefix + "naive_bayes", "Naive Bayes, " + of,
                              "Multinomial naive Bayes on " + of + ", smoothed by adding 1."});
        scoreClasses(result.all.back(), rows, classes,
                     [&](int64_t row) { return bayes.logProbabilities(scored, row); });
        if (tooLarge)
            return;
        const LogisticRegression regression(learnt, train.labels, count, monitor);
        result.all.push_back({prefix + "logistic_regression", "Logistic regression, " + of,
                              "Logistic regression on " + of + " with an L2 penalty (C = 1)."});
        scoreClasses(result.all.back(), rows, classes,
                     [&](int64_t row) { return regression.logProbabilities(scored, row); });
    };
    addBoth(train.counts, rows.counts, "", "bag of words");
    monitor.throwIfStopped();
    const std::vector<double> idf = inverseDocumentFrequencies(train.counts);
    addBoth(tfIdf(train.counts, idf), tfIdf(rows.counts, idf), "tf_idf_", "TF-IDF");
    if (tooLarge)
        result.notes.push_back({"Logistic regression is left out: it would take minutes.", {}});
    result.words = allTellingWords(train, classes, token);
    return result;
}

} // namespace core
