#include "core/train/schedules/entries.h"
#include "core/train/schedules/span.h"

#include <algorithm>

namespace core {

namespace {

struct LinearOptions {
    double warmUp = 10.0;
    std::string unit = "percent";
    double startShare = 0.01;
    double finalShare = 1.0;
};

/// Linear rise as torch's LinearLR; then a straight line to `finalShare` at the planned end.
class LinearWarmUp : public Schedule {
public:
    LinearWarmUp(const LinearOptions& options, const ScheduleContext& context)
        : m_options(options)
        , m_base(context.base)
        , m_warmUp(updatesIn(options.warmUp, options.unit, context))
        , m_rest(std::max(1.0, static_cast<double>(context.totalUpdates) - m_warmUp))
    {
    }

    double learningRate(int64_t step) const override
    {
        const double past = static_cast<double>(step - 1) - m_warmUp;
        if (past <= 0.0)
            return m_base * warmUpFactor(step, m_warmUp, m_options.startShare);
        const double share = std::min(1.0, past / m_rest);
        return m_base * (1.0 + (m_options.finalShare - 1.0) * share);
    }

private:
    LinearOptions m_options;
    double m_base, m_warmUp, m_rest;
};

Schema<LinearOptions> schema()
{
    return Schema<LinearOptions>()
        .add(&LinearOptions::warmUp, warmUpOption())
        .add(&LinearOptions::unit, spanUnitOption("Warm-up in"))
        .add(&LinearOptions::finalShare,
             {.name = "final_share",
              .label = "End at",
              .help = "The last learning rate as a share of the full one; 1 stays constant after "
                      "the warm-up, 0 falls to nothing (as BERT's).",
              .minimum = 0.0,
              .maximum = 1.0})
        .add(&LinearOptions::startShare, startShareOption());
}

} // namespace

ScheduleRegistry::Entry linearWarmUpSchedule()
{
    return ScheduleRegistry::entry<LinearOptions>(
        {.id = "linear_warmup",
         .title = "Linear warm-up",
         .summary = "Rises in a straight line, then stays or falls in a straight line.",
         .formula = "η_t = η (s + (1-s) t / W) for t < W",
         .options = {},
         .tasks = {}},
        schema(), [](const LinearOptions& options, const ScheduleContext& context) {
            return std::make_unique<LinearWarmUp>(options, context);
        });
}

} // namespace core
