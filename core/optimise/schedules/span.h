#pragma once

#include "core/optimise/schedule.h"

#include <memory>
#include <string>
#include <utility>

namespace core {

/// The entry of a schedule `Made` with these options.
template <class Made, class Options>
ScheduleRegistry::Entry scheduleEntry(KindDescription description, const Schema<Options>& schema)
{
    return ScheduleRegistry::entry<Options>(
        std::move(description), schema, [](const Options& options, const ScheduleContext& context) {
            return std::make_unique<Made>(options, context);
        });
}

/// `amount` of `unit` ("percent" of the whole training, "epochs", "updates") in updates, not
/// rounded. Percent keeps a schedule's shape when the number of epochs changes.
double updatesIn(double amount, const std::string& unit, const ScheduleContext& context);

/// The option "unit" that goes with an amount.
OptionDescription spanUnitOption(const std::string& label);

/// The option for a length of warm-up.
OptionDescription warmUpOption();

} // namespace core
