#include "core/task/teacher_forcing/teacher_forcing.h"

namespace core {

namespace {

struct ConstantOptions {
    double ratio = 1.0;
};

class Constant : public TeacherForcing {
public:
    explicit Constant(const ConstantOptions& options) : m_ratio(options.ratio) { }
    double probability(double) const override { return m_ratio; }

private:
    double m_ratio;
};

} // namespace

TeacherForcingRegistry::Entry constantTeacherForcing()
{
    return TeacherForcingRegistry::entry<ConstantOptions>(
        {.id = "constant",
         .title = "Constant",
         .summary = "The reference token with a constant probability; 1 is teacher forcing "
                    "as in most papers, and the fastest.",
         .formula = {"p(t) = p", R"tex(p(t) = p)tex"}},
        Schema<ConstantOptions>().add(
            &ConstantOptions::ratio,
            {.name = "ratio",
             .label = "Ratio",
             .help = "Good on validation loss but poor translations: lower it to 0.5. Learns "
                     "slowly: raise it to 1.",
             .minimum = 0.0,
             .maximum = 1.0}),
        [](const ConstantOptions& options) { return std::make_unique<Constant>(options); });
}

} // namespace core
