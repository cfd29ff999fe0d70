#include "core/optimise/schedule.h"
#include "core/optimise/schedules/warmed_up.h"

namespace core {

namespace {

struct LinearOptions {
    double warmUp = 10.0;
    std::string unit = "percent";
    double startShare = 0.01;
    double finalShare = 1.0;
};

/// Linear rise as torch's LinearLR; then a straight line to `finalShare` at the planned end.
class LinearWarmUp : public WarmedUp {
public:
    LinearWarmUp(const LinearOptions& options, const ScheduleContext& context)
        : WarmedUp(options, context), m_finalShare(options.finalShare)
    {
    }

private:
    double afterWarmUp(double share) const override { return 1.0 + (m_finalShare - 1.0) * share; }

    double m_finalShare;
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
         .formula = {"η_t = η (s + (1 − s)(t − 1) / W) for t ≤ W, then straight on to η_end",
                     R"tex(\eta_t = \begin{cases}
\eta\left(s + (1-s)\,\dfrac{t-1}{W}\right) & t \le W \\[8pt]
\eta + (\eta_{\mathrm{end}}-\eta)\,\dfrac{t-1-W}{T-W} & t > W
\end{cases})tex"}},
        schema(), [](const LinearOptions& options, const ScheduleContext& context) {
            return std::make_unique<LinearWarmUp>(options, context);
        });
}

} // namespace core
