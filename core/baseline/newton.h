#pragma once

#include "core/base/monitor.h"

#include <functional>
#include <span>
#include <vector>

namespace core {

/// A linear operator: adds nothing, fills `result` with A times `vector`; equal sizes.
using LinearOperator
    = std::function<void(std::span<const double> vector, std::span<double> result)>;

/// Solves A x = b for a symmetric positive definite A by conjugate gradients, with the diagonal of
/// A as preconditioner, until |A x - b| <= `tolerance` |b|.
///
/// Source: Shewchuk (1994), "An introduction to the conjugate gradient method without the agonizing
/// pain", B3. @throws Error{Cancelled}.
std::vector<double> conjugateGradients(const LinearOperator& matrix,
                                       std::span<const double> diagonal,
                                       std::span<const double> right, double tolerance,
                                       int64_t mostSteps, const Monitor& monitor);

/// A smooth convex function to be minimised.
class ConvexFunction {
public:
    virtual ~ConvexFunction() = default;
    /// Moves to `point`, at which the other members then are.
    /// @return the value there; `gradient` receives the gradient.
    virtual double moveTo(std::span<const double> point, std::span<double> gradient) = 0;
    /// The Hessian times `vector`.
    virtual void curve(std::span<const double> vector, std::span<double> result) const = 0;
    virtual std::vector<double> curveDiagonal() const = 0; ///< The Hessian's.
};

/// The minimum, by Newton's method with steps from conjugate gradients that need not be exact far
/// from it, and with halved steps where the value does not fall (Armijo).
///
/// Source: Nocedal and Wright (2006), "Numerical Optimization", section 7.1.
/// @param tolerance  ends when no component of the gradient is larger.
/// @throws Error{Cancelled}.
std::vector<double> minimum(ConvexFunction& function, std::vector<double> start, double tolerance,
                            const Monitor& monitor);

} // namespace core
