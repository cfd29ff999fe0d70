#include "core/optimise/schedule_curve.h"

#include "core/optimise/optimise_kinds.h"
#include "core/optimise/schedule.h"

#include <algorithm>
#include <cmath>

namespace core {

Selection withDefaults(const Selection& selection, const std::string& family,
                       const std::vector<KindDescription>& kinds)
{
    Selection whole = defaultSelection({{family, kinds}}, family, selection.kind);
    for (const auto& [name, value] : selection.options.items())
        whole.options[name] = value;
    return whole;
}

std::vector<int64_t> curveSteps(int64_t totalUpdates, int64_t points)
{
    std::vector<int64_t> steps;
    const int64_t count = std::min(points, totalUpdates);
    for (int64_t i = 0; i < count; ++i) {
        const double share
            = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
        steps.push_back(1 + std::llround(share * static_cast<double>(totalUpdates - 1)));
    }
    return steps;
}

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
