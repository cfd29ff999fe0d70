#include "core/optimise/schedule.h"
#include "core/optimise/schedules/warmed_up.h"

#include <cmath>
#include <numbers>

namespace core {

namespace {

struct CosineOptions {
    double warmUp = 5.0;
    std::string unit = "percent";
    double startShare = 0.01;
    double finalShare = 0.0;
};

/// Linear warm-up, then half a cosine to the planned end: torch's CosineAnnealingLR with T_max =
/// the updates after the warm-up. Loshchilov & Hutter (2017), arXiv:1608.03983, without restarts.
class Cosine : public WarmedUp {
public:
    Cosine(const CosineOptions& options, const ScheduleContext& context)
        : WarmedUp(options, context), m_finalShare(options.finalShare)
    {
    }

private:
    double afterWarmUp(double share) const override
    {
        const double half = 0.5 * (1.0 + std::cos(std::numbers::pi * share));
        return m_finalShare + (1.0 - m_finalShare) * half;
    }

    double m_finalShare;
};

Schema<CosineOptions> schema()
{
    return Schema<CosineOptions>()
        .add(&CosineOptions::warmUp, warmUpOption())
        .add(&CosineOptions::unit, spanUnitOption("Warm-up in"))
        .add(&CosineOptions::finalShare,
             {.name = "final_share",
              .label = "End at",
              .help = "Loss still falls at the end of training: end at 0.1 of the full learning "
                      "rate rather than at 0.",
              .minimum = 0.0,
              .maximum = 1.0})
        .add(&CosineOptions::startShare, startShareOption());
}

} // namespace

ScheduleRegistry::Entry cosineSchedule()
{
    return ScheduleRegistry::entry<CosineOptions>(
        {.id = "cosine",
         .title = "Cosine with warm-up",
         .summary = "A short rise, then half a cosine down to the end. A good choice when the "
                    "length of training is known.",
         .formula = {"η_t = η_min + ½ (η − η_min)(1 + cos(π (t − 1 − W) / (T − W))) for t > W",
                     R"tex(\eta_t = \eta_{\min} + \frac{\eta-\eta_{\min}}{2}\left(1 +
\cos\frac{\pi\,(t-1-W)}{T-W}\right),
\quad t > W)tex"}},
        schema(), [](const CosineOptions& options, const ScheduleContext& context) {
            return std::make_unique<Cosine>(options, context);
        });
}

} // namespace core
