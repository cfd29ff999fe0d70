#include "core/optimise/schedule.h"
#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

struct StepOptions {
    double every = 30.0;
    std::string unit = "percent";
    double factor = 0.1;
};

/// η γ^⌊t / every⌋ with t = step - 1: torch's StepLR.
class Step : public Schedule {
public:
    Step(const StepOptions& options, const ScheduleContext& context)
        : m_base(context.base)
        , m_every(std::max(1.0, updatesIn(options.every, options.unit, context)))
        , m_factor(options.factor)
    {
    }

    double learningRate(int64_t step) const override
    {
        return m_base * std::pow(m_factor, std::floor(static_cast<double>(step - 1) / m_every));
    }

private:
    double m_base, m_every, m_factor;
};

} // namespace

ScheduleRegistry::Entry stepSchedule()
{
    return ScheduleRegistry::entry<StepOptions>(
        {.id = "step",
         .title = "Steps",
         .summary = "Constant, but multiplied by a factor from time to time. The effect of each "
                    "drop can be seen on the loss.",
         .formula
         = {"η_t = η γ^⌊(t − 1) / s⌋", R"tex(\eta_t = \eta\,\gamma^{\lfloor (t-1)/s \rfloor})tex"}},
        Schema<StepOptions>()
            .add(&StepOptions::every,
                 {.name = "every",
                  .label = "Drop every",
                  .help = "Loss has been flat for long before the drop: drop earlier.",
                  .minimum = 0.001,
                  .maximum = 1e9})
            .add(&StepOptions::unit, spanUnitOption("Drop every, in"))
            .add(&StepOptions::factor,
                 {.name = "factor",
                  .label = "Factor",
                  .help = "Each drop multiplies the learning rate by this.",
                  .minimum = 0.0,
                  .maximum = 1.0}),
        [](const StepOptions& options, const ScheduleContext& context) {
            return std::make_unique<Step>(options, context);
        });
}

} // namespace core
