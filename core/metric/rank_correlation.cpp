#include "core/metric/rank_correlation.h"

#include <cmath>
#include <cstddef>

namespace core {

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
