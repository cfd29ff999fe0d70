#pragma once

#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cstdint>

namespace core {

/// What schedules with these options have in common: a linear rise (warmUpFactor), then something
/// that depends on how much of the rest is over.
class WarmedUp : public Schedule {
public:
    /// @param options  has warmUp in `unit`, and startShare.
    template <typename Options>
    WarmedUp(const Options& options, const ScheduleContext& context)
        : m_base(context.base)
        , m_warmUp(updatesIn(options.warmUp, options.unit, context))
        , m_rest(std::max(1.0, static_cast<double>(context.totalUpdates) - m_warmUp))
        , m_startShare(options.startShare)
    {
    }

    double learningRate(int64_t step) const final
    {
        const double past = static_cast<double>(step - 1) - m_warmUp;
        return m_base
            * (past <= 0.0 ? warmUpFactor(step, m_warmUp, m_startShare)
                           : afterWarmUp(std::min(1.0, past / m_rest)));
    }

private:
    /// @param share  of the way from the end of the warm-up to the planned end, 0 to 1.
    /// @return a share of the full learning rate.
    virtual double afterWarmUp(double share) const = 0;

    double m_base, m_warmUp, m_rest, m_startShare;
};

} // namespace core
