#pragma once

#include "core/base/monitor.h"
#include "core/metric/bleu.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace core {

/// The values that a score over a set is computed from, row by row: sums of rows add up to those of
/// the set.
struct Outcomes {
    enum class Form {
        Ratio, ///< first / second: a mean, an F1
        Exponential, ///< exp(first / second): a perplexity
        Bleu, ///< matches, totals and both lengths
        Share ///< first / second: `first` of `second` are right
    };

    std::string score; ///< Its name (metric/score.h).
    Form form = Form::Ratio;
    BleuOptions bleu = {};
    std::vector<double> values = {}; ///< [rows * width()]

    size_t width() const { return form == Form::Bleu ? 10 : 2; }
    size_t rows() const { return values.size() / width(); }
    void add(double first, double second)
    {
        values.push_back(first);
        values.push_back(second);
    }
    /// @pre of the form Bleu.
    void addPair(const std::string& hypothesis, const std::string& reference);
    /// The score of sums [width()].
    double scoreOf(std::span<const double> sums) const;
    double whole() const; ///< The score over all rows.

    friend bool operator==(const Outcomes& a, const Outcomes& b)
    {
        return a.score == b.score && a.values == b.values;
    }
};

struct BootstrapSettings {
    int64_t resamples = 1000;
    uint64_t seed = 1;
    double confidence = 0.95; ///< The interval's.
};

/// A score of a run and how far it can be relied on.
struct ScoreInterval {
    double value = 0.0;
    double low = 0.0, high = 0.0; ///< See what made it.
};

/// How a run compares with something else on the same rows.
struct PairedComparison {
    double run = 0.0, other = 0.0; ///< Their scores.
    double difference = 0.0; ///< run - other
    double low = 0.0, high = 0.0; ///< Percentile interval of the difference.
    /// Share of the resamples in which the run is better; equal ones count half.
    double probability = 0.0;
};

/// Draws the rows of the set with replacement, as many as there are, and computes the difference of
/// the scores each time: what would another set of the same kind have said? Rows are drawn for all
/// of `others` together.
///
/// Sources: Efron and Tibshirani (1993), "An introduction to the bootstrap", chapter 13; Koehn
/// (2004), "Statistical significance tests for machine translation evaluation", for BLEU. The
/// random numbers are those of std::mt19937_64, so that every machine draws the same.
/// @pre the same score and as many rows everywhere. @throws Error{Cancelled}.
std::vector<PairedComparison> pairedBootstrap(const Outcomes& run,
                                              std::span<const Outcomes* const> others,
                                              const BootstrapSettings& settings,
                                              const Monitor& monitor);
/// Likewise the score alone, with a percentile interval.
ScoreInterval bootstrapInterval(const Outcomes& run, const BootstrapSettings& settings,
                                const Monitor& monitor);

/// The share of `right` of `count` with its score interval: the shares for which `right` would not
/// be surprising if all were drawn independently. It has a width where all or none are right, where
/// every resample of a bootstrap is the same.
///
/// Source: Wilson (1927), "Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22, page 210.
ScoreInterval wilsonInterval(double right, double count, double confidence);

/// The interval of Wilson for a share, that of a bootstrap for any other score.
ScoreInterval scoreInterval(const Outcomes& run, const BootstrapSettings& settings,
                            const Monitor& monitor);

} // namespace core
