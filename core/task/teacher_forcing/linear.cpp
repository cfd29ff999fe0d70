#include "core/task/teacher_forcing/teacher_forcing.h"

#include <algorithm>

namespace core {

namespace {

struct LinearOptions {
    double from = 1.0;
    double to = 0.5;
    double until = 100.0;
};

/// Bengio et al. (2015), section 2.4: ε_i = max(ε, k - c i), with the slope given by where the
/// end is reached.
class Linear : public TeacherForcing {
public:
    explicit Linear(const LinearOptions& options) : m_options(options) { }
    double probability(double progress) const override
    {
        const double share = std::min(1.0, 100.0 * progress / m_options.until);
        return m_options.from + share * (m_options.to - m_options.from);
    }

private:
    LinearOptions m_options;
};

} // namespace

TeacherForcingRegistry::Entry linearTeacherForcing()
{
    return TeacherForcingRegistry::entry<LinearOptions>(
        {.id = "linear",
         .title = "Linear decay",
         .summary = "Scheduled sampling: decreases linearly, then stays constant.",
         .formula = {"p(t) = p₀ + (p₁ − p₀) min(1, t / u), with t the share of the updates",
                     R"tex(p(t) = p_0 + (p_1 - p_0)\,\min\left(1, \frac{t}{u}\right))tex"}},
        Schema<LinearOptions>()
            .add(&LinearOptions::from,
                 {.name = "from",
                  .label = "From",
                  .help = "At the first update.",
                  .minimum = 0.0,
                  .maximum = 1.0})
            .add(&LinearOptions::to,
                 {.name = "to",
                  .label = "To",
                  .help = "At the end. Loss rises when little is forced: raise it.",
                  .minimum = 0.0,
                  .maximum = 1.0})
            .add(&LinearOptions::until,
                 {.name = "until",
                  .label = "Reached after",
                  .help = "Share of the planned updates after which it is constant.",
                  .unit = "%",
                  .minimum = 0.1,
                  .maximum = 100.0}),
        [](const LinearOptions& options) { return std::make_unique<Linear>(options); });
}

} // namespace core
