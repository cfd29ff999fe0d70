#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

struct OneCycleOptions {
    double risePercent = 30.0;
    double startDivisor = 25.0;
    double finalDivisor = 1e4;
    std::string shape = "cosine";
};

/// torch's OneCycleLR in two phases, without its cycle of the momentum. Smith & Topin (2018),
/// arXiv:1708.07120. The optimiser's learning rate is the peak.
class OneCycle : public Schedule {
public:
    OneCycle(const OneCycleOptions& options, const ScheduleContext& context)
        : m_peak(context.base)
        , m_start(context.base / options.startDivisor)
        , m_final(m_start / options.finalDivisor)
        , m_riseEnd(options.risePercent / 100.0 * static_cast<double>(context.totalUpdates) - 1.0)
        , m_end(static_cast<double>(context.totalUpdates) - 1.0)
        , m_cosine(options.shape == "cosine")
    {
    }

    double learningRate(int64_t step) const override
    {
        const double now = std::min(static_cast<double>(step - 1), m_end);
        if (now <= m_riseEnd && m_riseEnd > 0.0)
            return between(m_start, m_peak, now / m_riseEnd);
        const double rise = std::max(0.0, m_riseEnd);
        return m_end > rise ? between(m_peak, m_final, (now - rise) / (m_end - rise)) : m_peak;
    }

private:
    double between(double from, double to, double share) const
    {
        if (m_cosine)
            return to + (from - to) / 2.0 * (std::cos(std::numbers::pi * share) + 1.0);
        return from + (to - from) * share;
    }

    double m_peak, m_start, m_final, m_riseEnd, m_end;
    bool m_cosine;
};

Schema<OneCycleOptions> oneCycleSchema()
{
    return Schema<OneCycleOptions>()
        .add(&OneCycleOptions::risePercent,
             {.name = "rise",
              .label = "Rise",
              .help = "Share of the training in which the learning rate rises. If the loss jumps "
                      "at the peak, raise this share, or lower the learning rate.",
              .unit = "% of training",
              .minimum = 0.0,
              .maximum = 100.0})
        .add(&OneCycleOptions::startDivisor,
             {.name = "start_divisor",
              .label = "Start divisor",
              .help = "The first learning rate is the peak divided by this.",
              .minimum = 1.0,
              .maximum = 1e9,
              .advanced = true})
        .add(&OneCycleOptions::finalDivisor,
             {.name = "final_divisor",
              .label = "Final divisor",
              .help = "The last learning rate is the first divided by this.",
              .minimum = 1.0,
              .maximum = 1e12,
              .advanced = true})
        .add(&OneCycleOptions::shape,
             {.name = "shape",
              .label = "Shape",
              .help = "How it rises and falls.",
              .choices = {{"cosine", "Cosine"}, {"linear", "Straight"}},
              .advanced = true});
}

} // namespace

ScheduleRegistry::Entry oneCycleSchedule()
{
    return scheduleEntry<OneCycle>(
        {.id = "one_cycle",
         .title = "One cycle",
         .summary = "Rises to a high learning rate, then falls to almost zero at the end. Fast if "
                    "the length of training is fixed.",
         .formula = {"η / d ↗ η ↘ η / (d D), with the start divisor d and the final divisor D",
                     R"tex(\frac{\eta}{d}\ \nearrow\ \eta\ \searrow\ \frac{\eta}{d\,D})tex"}},
        oneCycleSchema());
}

} // namespace core
