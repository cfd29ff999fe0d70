#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>
#include <numbers>

// Schedules that rise in a straight line, then follow a curve to the planned end.

namespace core {

namespace {

struct WarmUpOptions {
    double warmUp;
    std::string unit = "percent";
    double startShare = 0.01;
    double finalShare;
};

struct LinearOptions : WarmUpOptions {
    LinearOptions() : WarmUpOptions{.warmUp = 10.0, .finalShare = 1.0} { }
};

struct CosineOptions : WarmUpOptions {
    CosineOptions() : WarmUpOptions{.warmUp = 5.0, .finalShare = 0.0} { }
};

/// Linear rise from `startShare` at update 1 to 1 after `updates` of them, as torch's LinearLR:
/// s + (1 - s) min(t, W) / W with t = step - 1.
double warmUpFactor(int64_t step, double updates, double startShare)
{
    const auto done = static_cast<double>(step - 1);
    if (done >= updates)
        return 1.0;
    return startShare + (1.0 - startShare) * done / updates;
}

/// The base of schedules with these options: a linear rise (warmUpFactor), then a function of the
/// share of the remaining updates that is over.
class WarmedUp : public Schedule {
public:
    WarmedUp(const WarmUpOptions& options, const ScheduleContext& context)
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
    /// @param share  progress from the end of the warm-up to the planned end, 0 to 1.
    /// @return a factor of the full learning rate.
    virtual double afterWarmUp(double share) const = 0;

    double m_base, m_warmUp, m_rest, m_startShare;
};

/// Linear rise as torch's LinearLR; then a straight line to `finalShare` at the planned end.
class LinearWarmUp : public WarmedUp {
public:
    LinearWarmUp(const WarmUpOptions& options, const ScheduleContext& context)
        : WarmedUp(options, context), m_finalShare(options.finalShare)
    {
    }

private:
    double afterWarmUp(double share) const override { return 1.0 + (m_finalShare - 1.0) * share; }

    double m_finalShare;
};

/// Linear warm-up, then half a cosine to the planned end: torch's CosineAnnealingLR with T_max =
/// the updates after the warm-up. Loshchilov & Hutter (2017), arXiv:1608.03983, without restarts.
class Cosine : public WarmedUp {
public:
    Cosine(const WarmUpOptions& options, const ScheduleContext& context)
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

/// @param endHelp  of the share of the learning rate at the end.
template <class Options> Schema<Options> warmUpSchema(const std::string& endHelp)
{
    return Schema<Options>()
        .template add<double>(&Options::warmUp, warmUpOption())
        .template add<std::string>(&Options::unit, spanUnitOption("Warm-up in"))
        .template add<double>(&Options::finalShare,
                              {.name = "final_share",
                               .label = "End at",
                               .help = endHelp,
                               .minimum = 0.0,
                               .maximum = 1.0})
        .template add<double>(
            &Options::startShare,
            {.name = "start_share",
             .label = "Start at",
             .help = "The first update's learning rate as a share of the full one.",
             .minimum = 0.0,
             .maximum = 1.0,
             .advanced = true});
}

} // namespace

ScheduleRegistry::Entry linearWarmUpSchedule()
{
    return scheduleEntry<LinearWarmUp>(
        {.id = "linear_warmup",
         .title = "Linear warm-up",
         .summary = "Rises linearly, then stays constant or falls linearly.",
         .formula = {"η_t = η (s + (1 − s)(t − 1) / W) for t ≤ W, then straight on to η_end",
                     R"tex(\eta_t = \begin{cases}
\eta\left(s + (1-s)\,\dfrac{t-1}{W}\right) & t \le W \\[8pt]
\eta + (\eta_{\mathrm{end}}-\eta)\,\dfrac{t-1-W}{T-W} & t > W
\end{cases})tex"}},
        warmUpSchema<LinearOptions>("The last learning rate as a share of the full one. 1: "
                                    "constant after the warm-up; 0: falls to zero, as for BERT."));
}

ScheduleRegistry::Entry cosineSchedule()
{
    return scheduleEntry<Cosine>(
        {.id = "cosine",
         .title = "Cosine with warm-up",
         .summary = "A short rise, then half a cosine down to the end. A good choice if the length "
                    "of training is known.",
         .formula = {"η_t = η_min + ½ (η − η_min)(1 + cos(π (t − 1 − W) / (T − W))) for t > W",
                     R"tex(\eta_t = \eta_{\min} + \frac{\eta-\eta_{\min}}{2}\left(1 +
\cos\frac{\pi\,(t-1-W)}{T-W}\right),
\quad t > W)tex"}},
        warmUpSchema<CosineOptions>("If the loss still falls at the end of training, end at 0.1 of "
                                    "the full learning rate rather than at 0."));
}

} // namespace core
