#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A text, its number and the prediction.
struct NumberPrediction {
    std::string text;
    double number = 0.0; ///< NaN when not known.
    double predicted = 0.0;
};

/// How far predicted numbers are from true ones, in their own unit. y true, p predicted.
struct RegressionScores {
    int64_t count = 0;
    double loss = 0.0; ///< Mean over the texts, of what was trained.
    double meanAbsoluteError = 0.0; ///< mean |p - y|
    double rootMeanSquaredError = 0.0; ///< √ mean (p - y)²
    /// Pearson's r: cov(y, p) / (σ(y) σ(p)). NaN where either is the same for all texts.
    double pearson = 0.0;
    /// Spearman's ρ: Pearson's r of the ranks; equal values share the mean of their ranks.
    double spearman = 0.0;
    /// 1 - Σ (p - y)² / Σ (y - mean y)²: the share of the variance that is explained, negative
    /// where the mean would do better. NaN where all true numbers are the same.
    double rSquared = 0.0;
};

/// @param lossSum  over the texts. @pre equal sizes, not empty.
RegressionScores regressionScores(const std::vector<double>& numbers,
                                  const std::vector<double>& predicted, double lossSum);

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranksOf(const std::vector<double>& values);

/// Kendall's τ_b: how far two lists of numbers put their places in one order,
///
///     τ_b = (C - D) / √((n₀ - n₁) (n₀ - n₂)),  n₀ = n (n - 1) / 2,
///
/// C pairs in the same order and D in opposite ones, n₁ and n₂ pairs that are equal in the first
/// and in the second list. 1: the same order, -1: the opposite one.
///
/// Source: Kendall (1945), "The treatment of ties in ranking problems". O(n²).
/// @return nothing where either list has no order: fewer than two places, or all equal.
/// @pre equal sizes, finite numbers.
std::optional<double> kendallTauB(std::span<const double> first, std::span<const double> second);

} // namespace core
