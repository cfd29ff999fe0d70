#include "core/task/teacher_forcing/teacher_forcing.h"

#include <cmath>

namespace core {

namespace {

struct ExponentialOptions {
    double half = 50.0;
};

/// Bengio et al. (2015), section 2.4: ε_i = k^i, with k given by where one half is reached.
class Exponential : public TeacherForcing {
public:
    explicit Exponential(const ExponentialOptions& options) : m_half(options.half / 100.0) { }
    double probability(double progress) const override { return std::exp2(-progress / m_half); }

private:
    double m_half;
};

} // namespace

TeacherForcingRegistry::Entry exponentialTeacherForcing()
{
    return TeacherForcingRegistry::entry<ExponentialOptions>(
        {.id = "exponential",
         .title = "Exponential decay",
         .summary = "Scheduled sampling: halves at equal intervals, fastest at the beginning.",
         .formula
         = {"p(t) = 2^(−t / h), with t the share of the updates", R"tex(p(t) = 2^{-t/h})tex"}},
        Schema<ExponentialOptions>().add(
            &ExponentialOptions::half,
            {.name = "half",
             .label = "One half after",
             .help = "Share of the planned updates in which it halves. Learns slowly: raise it.",
             .unit = "%",
             .minimum = 1.0,
             .maximum = 1000.0}),
        [](const ExponentialOptions& options) { return std::make_unique<Exponential>(options); });
}

} // namespace core
