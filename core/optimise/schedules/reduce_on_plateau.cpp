#include "core/optimise/schedules/span.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

struct PlateauOptions {
    double factor = 0.5;
    int64_t patience = 1;
    double threshold = 1e-4;
    int64_t cooldown = 0;
    double lowest = 0.0;
};

/// torch's ReduceLROnPlateau with threshold_mode "rel": after `patience` epochs in a row without
/// an improvement the next such one multiplies the learning rate by `factor`.
class ReduceOnPlateau : public Schedule {
public:
    ReduceOnPlateau(const PlateauOptions& options, const ScheduleContext& context)
        : m_options(options)
        , m_higherIsBetter(context.higherIsBetter)
        , m_base(context.base)
        , m_rate(context.base)
    {
    }

    double learningRate(int64_t) const override { return m_rate; }
    bool dependsOnResults() const override { return true; }

    void epochEnded(double value) override
    {
        if (improves(value)) {
            m_best = value;
            m_hasBest = true;
            m_badEpochs = 0;
        } else {
            ++m_badEpochs;
        }
        if (m_cooldown > 0) {
            --m_cooldown;
            m_badEpochs = 0;
        }
        if (m_badEpochs > m_options.patience) {
            constexpr double kSmallestChange = 1e-8;
            const double lowered = std::max(m_rate * m_options.factor, m_options.lowest);
            if (m_rate - lowered > kSmallestChange)
                m_rate = lowered;
            m_cooldown = m_options.cooldown;
            m_badEpochs = 0;
        }
    }

    Json state() const override
    {
        return {{"base", m_base},
                {"rate", m_rate},
                {"best", m_best},
                {"has_best", m_hasBest},
                {"bad_epochs", m_badEpochs},
                {"cooldown", m_cooldown}};
    }
    void restore(const Json& state) override
    {
        m_rate = state.value("rate", m_rate);
        // Another learning rate than then: the drops that there were count for it, too.
        if (const double then = state.value("base", m_base); then > 0.0 && then != m_base)
            m_rate *= m_base / then;
        m_best = state.value("best", m_best);
        m_hasBest = state.value("has_best", m_hasBest);
        m_badEpochs = state.value("bad_epochs", m_badEpochs);
        m_cooldown = state.value("cooldown", m_cooldown);
    }

private:
    bool improves(double value) const
    {
        if (std::isnan(value))
            return false;
        if (!m_hasBest)
            return true;
        return m_higherIsBetter ? value > m_best * (1.0 + m_options.threshold)
                                : value < m_best * (1.0 - m_options.threshold);
    }

    PlateauOptions m_options;
    bool m_higherIsBetter;
    double m_base, m_rate;
    double m_best = 0.0;
    bool m_hasBest = false;
    int64_t m_badEpochs = 0;
    int64_t m_cooldown = 0;
};

Schema<PlateauOptions> reduceOnPlateauSchema()
{
    return Schema<PlateauOptions>()
        .add(&PlateauOptions::factor,
             {.name = "factor",
              .label = "Factor",
              .help = "Each drop multiplies the learning rate by this.",
              .minimum = 0.0001,
              .maximum = 0.9999})
        .add(&PlateauOptions::patience,
             {.name = "patience",
              .label = "Patience",
              .help = "Epochs without improvement before the learning rate drops. If validation "
                      "curves are noisy, raise it.",
              .unit = "epochs",
              .minimum = 0,
              .maximum = 100000})
        .add(&PlateauOptions::threshold,
             {.name = "threshold",
              .label = "Threshold",
              .help = "Relative change that counts as an improvement.",
              .minimum = 0.0,
              .maximum = 0.5,
              .advanced = true})
        .add(&PlateauOptions::cooldown,
             {.name = "cooldown",
              .label = "Cool-down",
              .help = "Epochs to wait after a drop before counting again.",
              .unit = "epochs",
              .minimum = 0,
              .maximum = 100000,
              .advanced = true})
        .add(&PlateauOptions::lowest,
             {.name = "lowest",
              .label = "Lowest rate",
              .help = "The learning rate never falls below this value.",
              .minimum = 0.0,
              .maximum = 1e6,
              .advanced = true});
}

} // namespace

ScheduleRegistry::Entry reduceOnPlateauSchedule()
{
    return scheduleEntry<ReduceOnPlateau>(
        {.id = "reduce_on_plateau",
         .title = "Reduce on plateau",
         .summary = "Drops when the validation score stops improving. It depends on the results, "
                    "so its curve is not known in advance.",
         .formula
         = {"η ← max(γη, η_min) after more than p epochs in a row without an improvement",
            R"tex(\eta \leftarrow \max(\gamma\,\eta,\ \eta_{\min}) \quad\text{after } {>}\,p
\text{ bad epochs in a row})tex"}},
        reduceOnPlateauSchema());
}

} // namespace core
