#include "core/projection/alignment.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

namespace {

std::array<double, 2> centreOf(const MapPoints& points)
{
    std::array<double, 2> sums{};
    for (size_t i = 0; i < points.size(); ++i)
        sums[i % 2] += double(points[i]);
    for (double& each : sums)
        each /= double(std::max<size_t>(points.size() / 2, 1));
    return sums;
}

/// The turn that fits best, as the sums of the products along and across.
struct Turn {
    double along = 0.0, across = 0.0;
    double fit() const { return std::hypot(along, across); }
};

/// @param mirror  -1 mirrors the points at the x axis first.
Turn bestTurn(const MapPoints& points, const std::array<double, 2>& centre,
              const MapPoints& earlier, const std::array<double, 2>& target, double mirror)
{
    Turn turn;
    for (size_t i = 0; i < points.size(); i += 2) {
        const double x = double(points[i]) - centre[0];
        const double y = mirror * (double(points[i + 1]) - centre[1]);
        const double u = double(earlier[i]) - target[0], v = double(earlier[i + 1]) - target[1];
        turn.along += x * u + y * v;
        turn.across += x * v - y * u;
    }
    return turn;
}

} // namespace

MapPoints aligned(const MapPoints& points, const MapPoints& earlier)
{
    const std::array<double, 2> centre = centreOf(points), target = centreOf(earlier);
    const Turn straight = bestTurn(points, centre, earlier, target, 1.0);
    const Turn mirrored = bestTurn(points, centre, earlier, target, -1.0);
    const double mirror = mirrored.fit() > straight.fit() ? -1.0 : 1.0;
    const Turn& turn = mirror < 0.0 ? mirrored : straight;
    const double length = turn.fit();
    const double c = length > 0.0 ? turn.along / length : 1.0;
    const double s = length > 0.0 ? turn.across / length : 0.0;
    MapPoints result(points.size());
    for (size_t i = 0; i < points.size(); i += 2) {
        const double x = double(points[i]) - centre[0];
        const double y = mirror * (double(points[i + 1]) - centre[1]);
        result[i] = float(c * x - s * y + target[0]);
        result[i + 1] = float(s * x + c * y + target[1]);
    }
    return result;
}

} // namespace core
