#include "core/data/pairs/drift.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Deviations = std::vector<double>;

/// One wild pair must not outweigh a dozen.
constexpr double kLargestDeviation = 1.5;
/// How much smaller (in log ratio) the sum of deviations must be with a shift: what some five
/// unrelated lines add.
constexpr double kLeastGain = 2.0;
/// How much likelier (in nats) and how much larger a second scale must be.
constexpr double kLeastLogLikelihood = 8.0;
constexpr double kLeastScaleRatio = 1.3;
constexpr size_t kFewLines = 5;
/// Copies of each other have no spread at all.
constexpr double kLeastScale = 0.02;

double logLength(uint32_t length)
{
    return std::log1p(double(length));
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// d(i, offset) of every line of the shorter file.
Deviations deviations(const std::vector<double>& shorter, const std::vector<double>& longer,
                      size_t offset, double usual)
{
    Deviations result(shorter.size());
    for (size_t i = 0; i < shorter.size(); ++i)
        result[i] = std::min(kLargestDeviation, std::abs(longer[i + offset] - shorter[i] - usual));
    return result;
}

/// The k that makes sum_{i<k} straight[i] + sum_{i>=k} shifted[i] least; all lines when that gains
/// next to nothing.
size_t singleGap(const Deviations& straight, const Deviations& shifted)
{
    double gain = 0.0, best = 0.0;
    size_t line = straight.size();
    for (size_t i = straight.size(); i-- > 0;) {
        gain += straight[i] - shifted[i];
        if (gain > best) {
            best = gain;
            line = i;
        }
    }
    return best >= kLeastGain ? line : straight.size();
}

/// The first `lines` deviations divided where a larger scale begins; `lines` when there is none.
size_t scaleChange(const Deviations& straight, size_t lines)
{
    double total = 0.0;
    for (size_t i = 0; i < lines; ++i)
        total += straight[i];
    const auto scale
        = [](double sum, size_t count) { return std::max(kLeastScale, sum / double(count)); };
    double before = 0.0, best = kLeastLogLikelihood;
    size_t change = lines;
    for (size_t k = 1; k + kFewLines <= lines; ++k) {
        before += straight[k - 1];
        const double first = scale(before, k), second = scale(total - before, lines - k);
        if (k < kFewLines || second < kLeastScaleRatio * first)
            continue;
        const double likelihood = double(lines) * std::log(scale(total, lines))
            - double(k) * std::log(first) - double(lines - k) * std::log(second);
        if (likelihood > best) {
            best = likelihood;
            change = k;
        }
    }
    return change;
}

} // namespace

std::optional<int64_t> driftLine(const SideLengths& lengths)
{
    std::vector<double> shorter, longer;
    for (const uint32_t length : lengths.source)
        shorter.push_back(logLength(length));
    for (const uint32_t length : lengths.target)
        longer.push_back(logLength(length));
    if (shorter.size() > longer.size())
        shorter.swap(longer);
    if (shorter.empty())
        return std::nullopt;
    std::vector<double> ratios(shorter.size());
    for (size_t i = 0; i < ratios.size(); ++i)
        ratios[i] = longer[i] - shorter[i];
    const double usual = median(std::move(ratios));
    const Deviations straight = deviations(shorter, longer, 0, usual);
    const Deviations shifted = deviations(shorter, longer, longer.size() - shorter.size(), usual);
    const size_t line = scaleChange(straight, singleGap(straight, shifted));
    if (line == straight.size())
        return std::nullopt;
    return static_cast<int64_t>(line) + 1;
}

} // namespace core
