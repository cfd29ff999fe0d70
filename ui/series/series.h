#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace ui {

/// Smallest and largest finite value of a stretch.
struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    bool empty() const { return low > high; }
    void add(double value);
    void add(const Extent& other);
};

/// A column of numbers that only grows at its end and answers "smallest and largest of this
/// stretch" in a few dozen steps however long the stretch is: extents of whole blocks of 16, 16^2
/// ... 16^5 values are kept beside the values. A plot asks once a pixel column, so that no spike is
/// ever lost and a million points cost as little as a thousand.
class Series {
public:
    void append(double value);
    void truncate(size_t size);
    void clear() { truncate(0); }
    size_t size() const { return m_values.size(); }
    double at(size_t index) const { return m_values[index]; }
    const std::vector<double>& values() const { return m_values; }
    /// Of [first, last). @pre last <= size().
    Extent extent(size_t first, size_t last) const;

private:
    static constexpr size_t kBlock = 16;
    static constexpr size_t kLevels = 5;
    std::vector<double> m_values;
    std::array<std::vector<Extent>, kLevels> m_levels;
};

} // namespace ui
