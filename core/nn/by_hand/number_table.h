#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace core {

/// A small table of numbers, row by row.
struct NumberTable {
    NumberTable() = default;
    NumberTable(int64_t rowCount, int64_t columnCount, double value = 0.0)
        : rows(rowCount)
        , columns(columnCount)
        , values(static_cast<size_t>(rowCount * columnCount), value)
    {
    }

    double& at(int64_t row, int64_t column)
    {
        return values[static_cast<size_t>(row * columns + column)];
    }
    double at(int64_t row, int64_t column) const
    {
        return values[static_cast<size_t>(row * columns + column)];
    }
    friend bool operator==(const NumberTable&, const NumberTable&) = default;

    int64_t rows = 0, columns = 0;
    std::vector<double> values;
};

} // namespace core
