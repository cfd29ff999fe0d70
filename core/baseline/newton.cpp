#include "core/baseline/newton.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

double dot(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double largestOf(std::span<const double> values)
{
    double largest = 0.0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    return largest;
}

std::vector<double> moved(std::span<const double> from, std::span<const double> step, double factor)
{
    std::vector<double> to(from.begin(), from.end());
    for (size_t i = 0; i < to.size(); ++i)
        to[i] += factor * step[i];
    return to;
}

} // namespace

std::vector<double> conjugateGradients(const LinearOperator& matrix,
                                       std::span<const double> diagonal,
                                       std::span<const double> right, double tolerance,
                                       int64_t mostSteps, const Monitor& monitor)
{
    const size_t size = right.size();
    std::vector<double> solution(size), rest(right.begin(), right.end()), scaled(size),
        product(size);
    const auto precondition = [&] {
        for (size_t i = 0; i < size; ++i)
            scaled[i] = rest[i] / diagonal[i];
    };
    precondition();
    std::vector<double> direction = scaled;
    double sight = dot(rest, scaled);
    const double enough = tolerance * std::sqrt(dot(right, right));
    for (int64_t step = 0; step < mostSteps && std::sqrt(dot(rest, rest)) > enough; ++step) {
        monitor.throwIfStopped();
        matrix(direction, product);
        const double length = sight / dot(direction, product);
        for (size_t i = 0; i < size; ++i) {
            solution[i] += length * direction[i];
            rest[i] -= length * product[i];
        }
        precondition();
        const double before = std::exchange(sight, dot(rest, scaled));
        for (size_t i = 0; i < size; ++i)
            direction[i] = scaled[i] + sight / before * direction[i];
    }
    return solution;
}

std::vector<double> minimum(ConvexFunction& function, std::vector<double> start, double tolerance,
                            const Monitor& monitor)
{
    constexpr int kMostSteps = 100, kMostHalvings = 40;
    constexpr int64_t kMostInnerSteps = 500;
    constexpr double kFall = 1e-4; // of what the gradient promises
    constexpr double kRounding = 1e-13;
    std::vector<double> point = std::move(start), gradient(point.size()), next(point.size());
    double value = function.moveTo(point, gradient);
    for (int i = 0; i < kMostSteps && largestOf(gradient) > tolerance; ++i) {
        // Exact steps pay only near the minimum.
        const double exactness = std::min(0.1, std::sqrt(largestOf(gradient)));
        const std::vector<double> step = conjugateGradients(
            [&](std::span<const double> vector, std::span<double> result) {
                function.curve(vector, result);
            },
            function.curveDiagonal(), gradient, exactness, kMostInnerSteps, monitor);
        const double promised = dot(gradient, step);
        const double slope = largestOf(gradient), noise = kRounding * std::abs(value);
        double factor = 1.0, reached = value;
        for (int halvings = 0; halvings < kMostHalvings; ++halvings, factor /= 2.0) {
            next = moved(point, step, -factor);
            reached = function.moveTo(next, gradient);
            if (reached <= value - kFall * factor * promised + noise)
                break;
        }
        // Near the minimum the value no longer tells steps apart; the gradient still does.
        if (!(reached < value - noise) && largestOf(gradient) >= slope)
            break;
        point = next;
        value = reached;
    }
    return point;
}

} // namespace core
