#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace ui {

/// Smallest and largest finite value of a range.
struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    bool empty() const { return low > high; }
    void add(double value);
    void add(const Extent& other);
};

/// A column of numbers that grows at its end and finds the extent of any range in a few dozen
/// steps: it stores the extents of whole blocks of 16, 16^2 ... 16^5 values. A plot reads the
/// extent of each pixel column, so that no spike is lost and a million points cost as little as a
/// thousand.
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

/// Exponential smoothing without the bias towards 0 at the start, as TensorBoard draws it:
/// last = w last + (1 - w) y, shown = last / (1 - w^n), n = finite values so far.
///
/// Values that are not finite pass through and are not counted; a constant series is returned
/// unchanged, to the bit.
class DebiasedSmoother {
public:
    /// A weight of 1 would make every curve its first value.
    static constexpr double kLargestWeight = 0.999;

    explicit DebiasedSmoother(double weight = 0.0)
        : m_weight(std::clamp(weight, 0.0, kLargestWeight))
    {
    }

    double add(double value)
    {
        if (!std::isfinite(value))
            return value;
        if (m_first)
            m_constant = value;
        m_same = m_same && value == m_constant;
        m_first = false;
        m_last = m_weight * m_last + (1.0 - m_weight) * value;
        m_power *= m_weight;
        return m_same ? value : m_last / (1.0 - m_power);
    }

private:
    double m_weight;
    double m_last = 0.0;
    double m_power = 1.0; ///< w^n
    double m_constant = 0.0;
    bool m_first = true;
    bool m_same = true; ///< All finite values so far are equal.
};

} // namespace ui
