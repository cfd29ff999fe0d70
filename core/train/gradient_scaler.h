#pragma once

#include "core/base/json.h"

#include <cstdint>

namespace core {

/// Loss scaling for float16, whose small gradients would become zero: the loss is multiplied
/// before backward, the gradients are divided after it. An overflow skips the update and halves
/// the scale; 2,000 updates without one double it. Micikevicius et al. (2018), arXiv:1710.03740,
/// with torch's GradScaler's constants. Scales are powers of two, so nothing is rounded.
class GradientScaler {
public:
    enum class Use { On, Off };

    explicit GradientScaler(Use use) : m_scale(use == Use::On ? 65536.0 : 1.0), m_use(use) { }

    bool isOn() const { return m_use == Use::On; }
    double scale() const { return m_scale; }

    enum class Outcome { Finite, Overflow };
    /// After each update or skipped update.
    void updated(Outcome outcome)
    {
        constexpr int64_t kGrowthInterval = 2000;
        if (!isOn())
            return;
        if (outcome == Outcome::Overflow) {
            m_scale *= 0.5;
            m_finiteUpdates = 0;
        } else if (++m_finiteUpdates == kGrowthInterval) {
            m_scale *= 2.0;
            m_finiteUpdates = 0;
        }
    }
    /// So many overflows in a row that it is not the scale: the gradients are not finite.
    bool isExhausted() const { return isOn() && m_scale < 1e-4; }

    Json state() const { return {{"scale", m_scale}, {"finite_updates", m_finiteUpdates}}; }
    void restore(const Json& state)
    {
        if (!isOn())
            return;
        m_scale = state.value("scale", m_scale);
        m_finiteUpdates = state.value("finite_updates", m_finiteUpdates);
    }

private:
    double m_scale;
    Use m_use;
    int64_t m_finiteUpdates = 0;
};

} // namespace core
