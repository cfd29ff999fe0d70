#include "core/optimise/schedule.h"

namespace core {

namespace {

class Constant : public Schedule {
public:
    explicit Constant(double rate) : m_rate(rate) { }
    double learningRate(int64_t) const override { return m_rate; }

private:
    double m_rate;
};

} // namespace

ScheduleRegistry::Entry constantSchedule()
{
    return ScheduleRegistry::entry<NoOptions>(
        {.id = "constant",
         .title = "Constant",
         .summary = "The same learning rate all the time. The place to begin.",
         .formula = {"η_t = η", R"tex(\eta_t = \eta)tex"}},
        Schema<NoOptions>(), [](const NoOptions&, const ScheduleContext& context) {
            return std::make_unique<Constant>(context.base);
        });
}

} // namespace core
