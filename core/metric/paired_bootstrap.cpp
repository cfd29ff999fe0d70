#include "core/metric/paired_bootstrap.h"

#include "core/metric/score.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>

namespace core {

namespace {

void addRow(const Outcomes& outcomes, size_t row, std::span<double> sums)
{
    const double* const values = outcomes.values.data() + row * sums.size();
    for (size_t i = 0; i < sums.size(); ++i)
        sums[i] += values[i];
}

/// The value below which a share of sorted values lies, interpolated.
double quantile(const std::vector<double>& sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// The ends of the interval that has this share of the values.
std::pair<double, double> percentiles(std::vector<double> values, double confidence)
{
    std::sort(values.begin(), values.end());
    return {quantile(values, (1.0 - confidence) / 2.0), quantile(values, (1.0 + confidence) / 2.0)};
}

/// The scores of resamples, one after another for each of several outcomes.
class Resampler {
public:
    Resampler(std::vector<const Outcomes*> all, uint64_t seed)
        : m_all(std::move(all)), m_random(seed)
    {
        for (const Outcomes* each : m_all)
            m_sums.emplace_back(each->width());
    }

    std::vector<double> next()
    {
        for (std::vector<double>& sums : m_sums)
            std::fill(sums.begin(), sums.end(), 0.0);
        const size_t rows = m_all.front()->rows();
        for (size_t drawn = 0; drawn < rows; ++drawn) {
            const size_t row = m_random() % rows; // Its unevenness is below 2^-32.
            for (size_t i = 0; i < m_all.size(); ++i)
                addRow(*m_all[i], row, m_sums[i]);
        }
        std::vector<double> scores;
        for (size_t i = 0; i < m_all.size(); ++i)
            scores.push_back(m_all[i]->scoreOf(m_sums[i]));
        return scores;
    }

private:
    std::vector<const Outcomes*> m_all;
    std::vector<std::vector<double>> m_sums;
    std::mt19937_64 m_random;
};

/// The z within which a normal number lies around its mean, in standard deviations, with this
/// probability: 1.96 for 0.95.
double normalDeviation(double probability)
{
    double low = 0.0, high = 10.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2.0;
        (std::erf(middle / std::sqrt(2.0)) < probability ? low : high) = middle;
    }
    return low;
}

} // namespace

void Outcomes::addPair(const std::string& hypothesis, const std::string& reference)
{
    const BleuScore counts = corpusBleu({&hypothesis, 1}, std::span(&reference, 1), bleu);
    for (const auto& four : {counts.matches, counts.totals})
        for (const int64_t count : four)
            values.push_back(static_cast<double>(count));
    add(static_cast<double>(counts.hypothesisLength), static_cast<double>(counts.referenceLength));
}

double Outcomes::scoreOf(std::span<const double> sums) const
{
    if (form != Form::Bleu) {
        const double quotient = sums[0] / sums[1];
        return form == Form::Exponential ? std::exp(quotient) : quotient;
    }
    BleuScore counts;
    for (size_t n = 0; n < 4; ++n) {
        counts.matches[n] = std::llround(sums[n]);
        counts.totals[n] = std::llround(sums[4 + n]);
    }
    counts.hypothesisLength = std::llround(sums[8]);
    counts.referenceLength = std::llround(sums[9]);
    return bleuOfCounts(counts, bleu).score;
}

double Outcomes::whole() const
{
    std::vector<double> sums(width());
    for (size_t row = 0; row < rows(); ++row)
        addRow(*this, row, sums);
    return scoreOf(sums);
}

std::vector<PairedComparison> pairedBootstrap(const Outcomes& run,
                                              std::span<const Outcomes* const> others,
                                              const BootstrapSettings& settings,
                                              const Monitor& monitor)
{
    std::vector<const Outcomes*> all{&run};
    all.insert(all.end(), others.begin(), others.end());
    const bool higher = scoreDescription(run.score).higherIsBetter;
    std::vector<PairedComparison> compared(others.size());
    std::vector<std::vector<double>> differences(others.size());
    Resampler resampler(std::move(all), settings.seed);
    for (int64_t i = 0; i < settings.resamples; ++i) {
        monitor.throwIfStopped();
        const std::vector<double> scores = resampler.next();
        for (size_t k = 0; k < others.size(); ++k) {
            const double difference = scores[0] - scores[k + 1];
            differences[k].push_back(difference);
            const bool better = higher ? difference > 0.0 : difference < 0.0;
            compared[k].probability += better ? 1.0 : difference == 0.0 ? 0.5 : 0.0;
        }
    }
    for (size_t k = 0; k < others.size(); ++k) {
        PairedComparison& each = compared[k];
        each.run = run.whole();
        each.other = others[k]->whole();
        each.difference = each.run - each.other;
        each.probability /= static_cast<double>(settings.resamples);
        std::tie(each.low, each.high) = percentiles(std::move(differences[k]), settings.confidence);
    }
    return compared;
}

ScoreInterval bootstrapInterval(const Outcomes& run, const BootstrapSettings& settings,
                                const Monitor& monitor)
{
    Resampler resampler({&run}, settings.seed);
    std::vector<double> scores;
    for (int64_t i = 0; i < settings.resamples; ++i) {
        monitor.throwIfStopped();
        scores.push_back(resampler.next().front());
    }
    ScoreInterval interval{.value = run.whole()};
    std::tie(interval.low, interval.high) = percentiles(std::move(scores), settings.confidence);
    return interval;
}

ScoreInterval wilsonInterval(double right, double count, double confidence)
{
    const double share = right / count, z = normalDeviation(confidence), z2 = z * z;
    const double centre = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    const double half = z / (1.0 + z2 / count)
        * std::sqrt(share * (1.0 - share) / count + z2 / (4.0 * count * count));
    return {share, std::clamp(centre - half, 0.0, share), std::clamp(centre + half, share, 1.0)};
}

ScoreInterval scoreInterval(const Outcomes& run, const BootstrapSettings& settings,
                            const Monitor& monitor)
{
    if (run.form != Outcomes::Form::Share)
        return bootstrapInterval(run, settings, monitor);
    double right = 0.0, count = 0.0;
    for (size_t row = 0; row < run.rows(); ++row) {
        right += run.values[2 * row];
        count += run.values[2 * row + 1];
    }
    return wilsonInterval(right, count, settings.confidence);
}

} // namespace core
