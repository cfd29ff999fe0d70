#include "ui/positions/position_table.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

bool isSinusoidal(const core::PositionTable& table)
{
    constexpr double tolerance = 1e-3; // float32 angles of some thousand
    constexpr int64_t rowsLookedAt = 64;
    if (table.length < 2 || table.features < 2)
        return false;
    for (int64_t row = 0; row < std::min(table.length, rowsLookedAt); ++row) {
        for (int64_t column = 0; column < table.features; ++column) {
            const double share
                = static_cast<double>(column - column % 2) / static_cast<double>(table.features);
            const double angle = static_cast<double>(row) / std::pow(10000.0, share);
            const double expected = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
            const float found = table.values[static_cast<size_t>(row * table.features + column)];
            if (!(std::abs(expected - static_cast<double>(found)) < tolerance))
                return false;
        }
    }
    return true;
}

std::vector<int> firstDimensions(int64_t features)
{
    std::set<int> chosen;
    const auto even = [](int64_t dimension) { return static_cast<int>(dimension - dimension % 2); };
    for (const int dimension :
         {0, even(features / 8), even(features / 8) + 1, even(features / 4), even(features / 2)}) {
        if (dimension < features)
            chosen.insert(dimension);
    }
    return {chosen.begin(), chosen.end()};
}

void writePositions(TableText& text, const core::PositionTable& table)
{
    text.add("position");
    for (int64_t column = 0; column < table.features; ++column)
        text.add(column);
    text.endRow();
    for (int64_t row = 0; row < table.length; ++row) {
        text.add(row);
        for (int64_t column = 0; column < table.features; ++column)
            text.add(table.values[static_cast<size_t>(row * table.features + column)]);
        text.endRow();
    }
}

} // namespace ui
