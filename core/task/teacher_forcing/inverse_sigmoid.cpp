#include "core/task/teacher_forcing/teacher_forcing.h"

#include <cmath>

namespace core {

namespace {

struct InverseSigmoidOptions {
    double half = 50.0;
    double steepness = 10.0;
};

/// Bengio et al. (2015), section 2.4: ε_i = k / (k + exp(i / k)) = 1 / (1 + exp(i / k - ln k)). Its
/// argument is linear in the updates i; here it is s (p - h) with the progress p, so that one half
/// is reached at h and the slope there is -s / 4, whatever the length of the run.
class InverseSigmoid : public TeacherForcing {
public:
    explicit InverseSigmoid(const InverseSigmoidOptions& options)
        : m_half(options.half / 100.0), m_steepness(options.steepness)
    {
    }
    double probability(double progress) const override
    {
        return 1.0 / (1.0 + std::exp(m_steepness * (progress - m_half)));
    }

private:
    double m_half, m_steepness;
};

} // namespace

TeacherForcingRegistry::Entry inverseSigmoidTeacherForcing()
{
    return TeacherForcingRegistry::entry<InverseSigmoidOptions>(
        {.id = "inverse_sigmoid",
         .title = "Inverse sigmoid decay",
         .summary = "Scheduled sampling: stays high at first, decreases in the middle, ends low.",
         .formula = {"p(t) = 1 / (1 + exp(s (t − h))), with t the share of the updates",
                     R"tex(p(t) = \frac{1}{1 + e^{\,s\,(t-h)}})tex"}},
        Schema<InverseSigmoidOptions>()
            .add(&InverseSigmoidOptions::half,
                 {.name = "half",
                  .label = "One half after",
                  .help = "Share of the planned updates after which both are equally likely.",
                  .unit = "%",
                  .minimum = 1.0,
                  .maximum = 1000.0})
            .add(&InverseSigmoidOptions::steepness,
                 {.name = "steepness",
                  .label = "Steepness",
                  .help = "A larger value changes faster around that point.",
                  .minimum = 1.0,
                  .maximum = 100.0}),
        [](const InverseSigmoidOptions& options) {
            return std::make_unique<InverseSigmoid>(options);
        });
}

} // namespace core
