#include "core/optimise/schedule.h"
#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

struct ExponentialOptions {
    double every = 10.0;
    std::string unit = "percent";
    double factor = 0.7;
};

/// η γ^(t / every) with t = step - 1: torch's ExponentialLR with every = 1 update, and its
/// smooth continuation for longer ones.
class Exponential : public Schedule {
public:
    Exponential(const ExponentialOptions& options, const ScheduleContext& context)
        : m_base(context.base)
        , m_every(std::max(1e-9, updatesIn(options.every, options.unit, context)))
        , m_factor(options.factor)
    {
    }

    double learningRate(int64_t step) const override
    {
        return m_base * std::pow(m_factor, static_cast<double>(step - 1) / m_every);
    }

private:
    double m_base, m_every, m_factor;
};

} // namespace

ScheduleRegistry::Entry exponentialSchedule()
{
    return ScheduleRegistry::entry<ExponentialOptions>(
        {.id = "exponential",
         .title = "Exponential",
         .summary = "Falls by the same factor in equal times: a straight line on a log axis.",
         .formula = {"η_t = η γ^((t − 1) / s)", R"tex(\eta_t = \eta\,\gamma^{(t-1)/s})tex"}},
        Schema<ExponentialOptions>()
            .add(&ExponentialOptions::every,
                 {.name = "every",
                  .label = "Factor once in",
                  .help = "The time in which the learning rate falls by the factor.",
                  .minimum = 0.001,
                  .maximum = 1e9})
            .add(&ExponentialOptions::unit, spanUnitOption("Factor once in, unit"))
            .add(&ExponentialOptions::factor,
                 {.name = "factor",
                  .label = "Factor",
                  .help = "Loss stops falling long before the end: take a larger factor, so that "
                          "the learning rate falls more slowly.",
                  .minimum = 0.0001,
                  .maximum = 1.0}),
        [](const ExponentialOptions& options, const ScheduleContext& context) {
            return std::make_unique<Exponential>(options, context);
        });
}

} // namespace core
