#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace core {

/// Vectors of equal size, one a row; the numbers are borrowed.
struct VectorsView {
    VectorsView(std::span<const float> numbers, size_t rowSize)
        : values(numbers), size(rowSize), count(rowSize == 0 ? 0 : numbers.size() / rowSize)
    {
    }

    std::span<const float> row(size_t index) const { return values.subspan(index * size, size); }

    std::span<const float> values; ///< Row-major [count * size].
    size_t size = 0; ///< Numbers in each vector.
    size_t count = 0;
};

/// Points of a map: x and y of each, [2 * count].
using MapPoints = std::vector<float>;

} // namespace core
