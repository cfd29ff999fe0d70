#include "core/metric/regression.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace core {

namespace {

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// NaN where either has no variance.
double correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto [lowestA, highestA] = std::minmax_element(a.begin(), a.end());
    const auto [lowestB, highestB] = std::minmax_element(b.begin(), b.end());
    if (*lowestA == *highestA || *lowestB == *highestB) // Rounding would leave some variance.
        return std::numeric_limits<double>::quiet_NaN();
    const double meanA = meanOf(a), meanB = meanOf(b);
    double together = 0.0, ofA = 0.0, ofB = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        together += (a[i] - meanA) * (b[i] - meanB);
        ofA += (a[i] - meanA) * (a[i] - meanA);
        ofB += (b[i] - meanB) * (b[i] - meanB);
    }
    return together / (std::sqrt(ofA) * std::sqrt(ofB));
}

} // namespace

std::vector<double> ranksOf(const std::vector<double>& values)
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (size_t begin = 0; begin < order.size();) {
        size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        const double shared = static_cast<double>(begin + 1 + end) / 2.0;
        for (; begin < end; ++begin)
            ranks[order[begin]] = shared;
    }
    return ranks;
}

RegressionScores regressionScores(const std::vector<double>& numbers,
                                  const std::vector<double>& predicted, double lossSum)
{
    const auto count = static_cast<double>(numbers.size());
    const double mean = meanOf(numbers);
    double absolute = 0.0, squared = 0.0, spread = 0.0;
    for (size_t i = 0; i < numbers.size(); ++i) {
        const double error = predicted[i] - numbers[i];
        absolute += std::abs(error);
        squared += error * error;
        spread += (numbers[i] - mean) * (numbers[i] - mean);
    }
    RegressionScores scores;
    scores.count = static_cast<int64_t>(numbers.size());
    scores.loss = lossSum / count;
    scores.meanAbsoluteError = absolute / count;
    scores.rootMeanSquaredError = std::sqrt(squared / count);
    scores.pearson = correlation(numbers, predicted);
    scores.spearman = correlation(ranksOf(numbers), ranksOf(predicted));
    const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
    scores.rSquared
        = *lowest == *highest ? std::numeric_limits<double>::quiet_NaN() : 1.0 - squared / spread;
    return scores;
}

std::optional<double> kendallTauB(std::span<const double> first, std::span<const double> second)
{
    double difference = 0.0, ordered = 0.0, orderedToo = 0.0;
    const auto order = [](double a, double b) { return a < b ? 1.0 : a > b ? -1.0 : 0.0; };
    for (size_t i = 0; i < first.size(); ++i)
        for (size_t j = i + 1; j < first.size(); ++j) {
            const double here = order(first[i], first[j]), there = order(second[i], second[j]);
            difference += here * there;
            ordered += here * here;
            orderedToo += there * there;
        }
    if (ordered == 0.0 || orderedToo == 0.0)
        return std::nullopt;
    return difference / std::sqrt(ordered * orderedToo);
}

} // namespace core
