#include "core/optimise/schedule_curve.h"

#include "core/optimise/curve_points.h"
#include "core/optimise/optimise_kinds.h"
#include "core/optimise/schedule.h"

namespace core {

ScheduleCurve scheduleCurve(const TrainingSpec& spec, int64_t totalUpdates, int64_t updatesPerEpoch,
                            int64_t points)
{
    TrainingSpec whole = spec;
    whole.optimiser = withDefaults(spec.optimiser, "optimiser", optimiserKinds());
    whole.schedule = withDefaults(spec.schedule, "schedule", scheduleKinds());
    const auto schedule = makeSchedule(whole, totalUpdates, updatesPerEpoch);

    ScheduleCurve curve;
    curve.dependsOnResults = schedule->dependsOnResults();
    int64_t epochsEnded = 0;
    for (const int64_t step : curveSteps(totalUpdates, points)) {
        // The same value every epoch: as if nothing improved after the first.
        for (; curve.dependsOnResults && epochsEnded < (step - 1) / updatesPerEpoch; ++epochsEnded)
            schedule->epochEnded(1.0);
        curve.step.push_back(static_cast<double>(step));
        curve.learningRate.push_back(schedule->learningRate(step));
    }
    return curve;
}

} // namespace core
