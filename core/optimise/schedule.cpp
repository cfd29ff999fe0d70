#include "core/optimise/schedule.h"

#include "core/metric/score.h"
#include "core/optimise/optimise_kinds.h"

#include <algorithm>

namespace core {

// Each in a file of its own.
ScheduleRegistry::Entry constantSchedule();
ScheduleRegistry::Entry cosineSchedule();
ScheduleRegistry::Entry exponentialSchedule();
ScheduleRegistry::Entry inverseSqrtSchedule();
ScheduleRegistry::Entry linearWarmUpSchedule();
ScheduleRegistry::Entry oneCycleSchedule();
ScheduleRegistry::Entry reduceOnPlateauSchedule();
ScheduleRegistry::Entry stepSchedule();

void Schedule::epochEnded(double) { }

void Schedule::restore(const Json&) { }

const ScheduleRegistry& scheduleRegistry()
{
    static const ScheduleRegistry registry(
        "schedule",
        {constantSchedule(), linearWarmUpSchedule(), cosineSchedule(), inverseSqrtSchedule(),
         stepSchedule(), exponentialSchedule(), oneCycleSchedule(), reduceOnPlateauSchedule()});
    return registry;
}

std::vector<KindDescription> scheduleKinds()
{
    return scheduleRegistry().descriptions();
}

int64_t plannedUpdates(const TrainingSpec& spec, int64_t updatesPerEpoch, int64_t more)
{
    const int64_t byEpochs = std::max<int64_t>(1, spec.epochs * updatesPerEpoch + more);
    return spec.maximumUpdates > 0 ? std::min(spec.maximumUpdates, byEpochs) : byEpochs;
}

std::unique_ptr<Schedule> makeSchedule(const TrainingSpec& spec, int64_t totalUpdates,
                                       int64_t updatesPerEpoch)
{
    ScheduleContext context;
    context.base = spec.optimiser.options.at("learning_rate").get<double>();
    context.totalUpdates = std::max<int64_t>(1, totalUpdates);
    context.updatesPerEpoch = std::max<int64_t>(1, updatesPerEpoch);
    context.higherIsBetter = monitorRises(spec.monitor);
    return scheduleRegistry().make(spec.schedule, context);
}

} // namespace core
