#pragma once

#include "core/optimise/schedule.h"

#include <string>

namespace core {

/// `amount` of `unit` ("percent" of the whole training, "epochs", "updates") in updates, not
/// rounded. Percent keeps a schedule's shape when the number of epochs changes.
double updatesIn(double amount, const std::string& unit, const ScheduleContext& context);

/// The option "unit" that goes with an amount.
OptionDescription spanUnitOption(const std::string& label);

/// The option for a length of warm-up.
OptionDescription warmUpOption();

/// "start_share": the first update's rate as a share of the full one.
OptionDescription startShareOption();

/// Linear rise from `startShare` at update 1 to 1 after `updates` of them, as torch's LinearLR:
/// s + (1 - s) min(t, W) / W with t = step - 1.
double warmUpFactor(int64_t step, double updates, double startShare);

} // namespace core
