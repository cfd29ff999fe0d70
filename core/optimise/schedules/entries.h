#pragma once

#include "core/optimise/schedule.h"

namespace core {

// One function a file of this folder; scheduleRegistry() lists them.
ScheduleRegistry::Entry constantSchedule();
ScheduleRegistry::Entry cosineSchedule();
ScheduleRegistry::Entry exponentialSchedule();
ScheduleRegistry::Entry inverseSqrtSchedule();
ScheduleRegistry::Entry linearWarmUpSchedule();
ScheduleRegistry::Entry oneCycleSchedule();
ScheduleRegistry::Entry reduceOnPlateauSchedule();
ScheduleRegistry::Entry stepSchedule();

} // namespace core
