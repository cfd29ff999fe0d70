#pragma once

#include <optional>
#include <span>

namespace core {

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
