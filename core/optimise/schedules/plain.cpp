#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>

// Schedules that are one equation of the update alone.

namespace core {

namespace {

/// Falls by a factor in equal times.
struct FallOptions {
    double every;
    std::string unit = "percent";
    double factor;
};

struct StepOptions : FallOptions {
    StepOptions() : FallOptions{.every = 30.0, .factor = 0.1} { }
};

struct ExponentialOptions : FallOptions {
    ExponentialOptions() : FallOptions{.every = 10.0, .factor = 0.7} { }
};

class Constant : public Schedule {
public:
    Constant(const NoOptions&, const ScheduleContext& context) : m_rate(context.base) { }
    double learningRate(int64_t) const override { return m_rate; }

private:
    double m_rate;
};

/// η γ^⌊t / every⌋ with t = step - 1: torch's StepLR.
class Step : public Schedule {
public:
    Step(const FallOptions& options, const ScheduleContext& context)
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

/// η γ^(t / every) with t = step - 1: torch's ExponentialLR with every = 1 update, and its
/// smooth continuation for longer ones.
class Exponential : public Schedule {
public:
    Exponential(const FallOptions& options, const ScheduleContext& context)
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

struct InverseSqrtOptions {
    double warmUp = 10.0;
    std::string unit = "percent";
};

/// Vaswani et al. (2017), arXiv:1706.03762, section 5.3: d^-0.5 min(step^-0.5, step W^-1.5). Here
/// the optimiser's learning rate is the peak, reached at update W, instead of (d W)^-0.5.
class InverseSqrt : public Schedule {
public:
    InverseSqrt(const InverseSqrtOptions& options, const ScheduleContext& context)
        : m_base(context.base)
        , m_warmUp(std::max(1.0, updatesIn(options.warmUp, options.unit, context)))
    {
    }

    double learningRate(int64_t step) const override
    {
        const auto now = static_cast<double>(step);
        return m_base * std::min(now / m_warmUp, std::sqrt(m_warmUp / now));
    }

private:
    double m_base, m_warmUp;
};

template <class Options>
Schema<Options> fallSchema(OptionDescription every, const std::string& unit,
                           OptionDescription factor)
{
    every.name = "every";
    every.minimum = 0.001;
    every.maximum = 1e9;
    factor.name = "factor";
    factor.label = "Factor";
    factor.maximum = 1.0;
    return Schema<Options>()
        .template add<double>(&Options::every, every)
        .template add<std::string>(&Options::unit, spanUnitOption(unit))
        .template add<double>(&Options::factor, factor);
}

} // namespace

ScheduleRegistry::Entry constantSchedule()
{
    return scheduleEntry<Constant>({.id = "constant",
                                    .title = "Constant",
                                    .summary = "The same learning rate all the time. A good start.",
                                    .formula = {"η_t = η", R"tex(\eta_t = \eta)tex"}},
                                   Schema<NoOptions>());
}

ScheduleRegistry::Entry stepSchedule()
{
    return scheduleEntry<Step>(
        {.id = "step",
         .title = "Steps",
         .summary = "Constant, but multiplied by a factor at regular intervals. The loss shows the "
                    "effect of each drop.",
         .formula
         = {"η_t = η γ^⌊(t − 1) / s⌋", R"tex(\eta_t = \eta\,\gamma^{\lfloor (t-1)/s \rfloor})tex"}},
        fallSchema<StepOptions>(
            {.label = "Drop every",
             .help = "If the loss is flat for long before the drop, drop earlier."},
            "Drop every, in",
            {.help = "Each drop multiplies the learning rate by this.", .minimum = 0.0}));
}

ScheduleRegistry::Entry exponentialSchedule()
{
    return scheduleEntry<Exponential>(
        {.id = "exponential",
         .title = "Exponential",
         .summary = "Falls by the same factor in equal times: a straight line on a log axis.",
         .formula = {"η_t = η γ^((t − 1) / s)", R"tex(\eta_t = \eta\,\gamma^{(t-1)/s})tex"}},
        fallSchema<ExponentialOptions>(
            {.label = "Factor once in",
             .help = "The time in which the learning rate falls by the factor."},
            "Factor once in, unit",
            {.help = "If the loss stops falling long before the end, use a larger factor, so that "
                     "the learning rate falls more slowly.",
             .minimum = 0.0001}));
}

ScheduleRegistry::Entry inverseSqrtSchedule()
{
    return scheduleEntry<InverseSqrt>(
        {.id = "inverse_sqrt",
         .title = "Inverse square root (Noam)",
         .summary = "Rises linearly to the learning rate, then falls with the inverse root of the "
                    "number of updates. The schedule of the first Transformer.",
         .formula = {"η_t = η min(t / W, √(W / t))",
                     R"tex(\eta_t = \eta\,\min\left(\frac{t}{W},\ \sqrt{\frac{W}{t}}\right))tex"}},
        Schema<InverseSqrtOptions>()
            .add(&InverseSqrtOptions::warmUp, warmUpOption())
            .add(&InverseSqrtOptions::unit, spanUnitOption("Warm-up in")));
}

} // namespace core
