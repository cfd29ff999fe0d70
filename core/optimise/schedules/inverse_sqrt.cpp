#include "core/optimise/schedule.h"
#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

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

} // namespace

ScheduleRegistry::Entry inverseSqrtSchedule()
{
    return ScheduleRegistry::entry<InverseSqrtOptions>(
        {.id = "inverse_sqrt",
         .title = "Inverse square root (Noam)",
         .summary = "Rises in a straight line to the learning rate, then falls with the root of "
                    "the updates, without an end. The schedule of the first Transformer.",
         .formula = {"η_t = η min(t / W, √(W / t))",
                     R"tex(\eta_t = \eta\,\min\left(\frac{t}{W},\ \sqrt{\frac{W}{t}}\right))tex"}},
        Schema<InverseSqrtOptions>()
            .add(&InverseSqrtOptions::warmUp, warmUpOption())
            .add(&InverseSqrtOptions::unit, spanUnitOption("Warm-up in")),
        [](const InverseSqrtOptions& options, const ScheduleContext& context) {
            return std::make_unique<InverseSqrt>(options, context);
        });
}

} // namespace core
