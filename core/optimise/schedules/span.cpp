#include "core/optimise/schedules/span.h"

namespace core {

double updatesIn(double amount, const std::string& unit, const ScheduleContext& context)
{
    if (unit == "percent")
        return amount / 100.0 * static_cast<double>(context.totalUpdates);
    if (unit == "epochs")
        return amount * static_cast<double>(context.updatesPerEpoch);
    return amount;
}

OptionDescription spanUnitOption(const std::string& label)
{
    return {.name = "unit",
            .label = label,
            .help = "Percent keeps the schedule's shape when you change the number of epochs. To "
                    "follow a recipe from a paper, use its updates or epochs.",
            .choices
            = {{"percent", "% of training"}, {"epochs", "epochs"}, {"updates", "updates"}}};
}

OptionDescription warmUpOption()
{
    return {.name = "warm_up",
            .label = "Warm-up",
            .help
            = "If the loss jumps in the first updates, as with Transformers, use a longer warm-up.",
            .minimum = 0.0,
            .maximum = 1e9};
}

} // namespace core
