#include "core/optimise/curve_points.h"

#include <algorithm>
#include <cmath>

namespace core {

Selection withDefaults(const Selection& selection, const std::string& family,
                       const std::vector<KindDescription>& kinds)
{
    Selection whole = defaultSelection({{family, kinds}}, family, selection.kind);
    for (const auto& [name, value] : selection.options.items())
        whole.options[name] = value;
    return whole;
}

std::vector<int64_t> curveSteps(int64_t totalUpdates, int64_t points)
{
    std::vector<int64_t> steps;
    const int64_t count = std::min(points, totalUpdates);
    for (int64_t i = 0; i < count; ++i) {
        const double share
            = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
        steps.push_back(1 + std::llround(share * static_cast<double>(totalUpdates - 1)));
    }
    return steps;
}

} // namespace core
