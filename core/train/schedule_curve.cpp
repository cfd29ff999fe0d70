#include "core/train/schedule_curve.h"

#include "core/train/schedule.h"
#include "core/train/training_kinds.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// `selection` with its options completed by defaults, so that a form can draw while it is edited.
Selection withDefaults(const Selection& selection, const std::string& family,
                       const std::vector<KindDescription>& kinds)
{
    Selection whole = defaultSelection({{family, kinds}}, family, selection.kind);
    for (const auto& [name, value] : selection.options.items())
        whole.options[name] = value;
    return whole;
}

/// Where point `i` of `count` lies between the first and the last: 0 to 1.
double share(int64_t i, int64_t count)
{
    return count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
}

} // namespace

ScheduleCurve scheduleCurve(const TrainingSpec& spec, int64_t totalUpdates, int64_t updatesPerEpoch,
                            int64_t points)
{
    TrainingSpec whole = spec;
    whole.optimiser = withDefaults(spec.optimiser, "optimiser", optimiserKinds());
    whole.schedule = withDefaults(spec.schedule, "schedule", scheduleKinds());
    const auto schedule = makeSchedule(whole, totalUpdates, updatesPerEpoch);

    ScheduleCurve curve;
    curve.dependsOnResults = schedule->dependsOnResults();
    const int64_t count = std::min(points, totalUpdates);
    int64_t epochsEnded = 0;
    for (int64_t i = 0; i < count; ++i) {
        const int64_t step
            = 1 + std::llround(share(i, count) * static_cast<double>(totalUpdates - 1));
        // The same value every epoch: as if nothing improved after the first.
        for (; curve.dependsOnResults && epochsEnded < (step - 1) / updatesPerEpoch; ++epochsEnded)
            schedule->epochEnded(1.0);
        curve.step.push_back(static_cast<double>(step));
        curve.learningRate.push_back(schedule->learningRate(step));
    }
    return curve;
}

} // namespace core
