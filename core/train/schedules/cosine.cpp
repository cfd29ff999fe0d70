#include "core/train/schedules/entries.h"
#include "core/train/schedules/span.h"

#include <algorithm>
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
class Cosine : public Schedule {
public:
    Cosine(const CosineOptions& options, const ScheduleContext& context)
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
        const double angle = std::numbers::pi * std::min(1.0, past / m_rest);
        const double lowest = m_options.finalShare;
        return m_base * (lowest + (1.0 - lowest) * 0.5 * (1.0 + std::cos(angle)));
    }

private:
    CosineOptions m_options;
    double m_base, m_warmUp, m_rest;
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
         .formula = "η_t = η_min + ½ (η - η_min) (1 + cos(π (t-W) / (T-W)))",
         .options = {},
         .tasks = {}},
        schema(), [](const CosineOptions& options, const ScheduleContext& context) {
            return std::make_unique<Cosine>(options, context);
        });
}

} // namespace core
