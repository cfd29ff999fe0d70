#pragma once

#include <algorithm>
#include <cmath>

namespace ui {

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
