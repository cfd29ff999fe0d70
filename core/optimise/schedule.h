#pragma once

#include "core/base/registry.h"
#include "core/experiment/spec.h"

#include <memory>

namespace core {

/// The facts about a run that a schedule depends on.
struct ScheduleContext {
    double base = 0.001; ///< The optimiser's learning rate.
    int64_t totalUpdates = 1; ///< Planned number of updates.
    int64_t updatesPerEpoch = 1;
    bool higherIsBetter = false; ///< Applies to the value passed to epochEnded.
};

/// The learning rate of each update. Torch-free.
///
/// Update 1 has the rate of a torch.optim.lr_scheduler before its first step(). After the planned
/// end, the last rate stays in effect.
class Schedule {
public:
    virtual ~Schedule() = default;
    /// @param step  1-based.
    virtual double learningRate(int64_t step) const = 0;
    /// @param value  the epoch's monitored value.
    virtual void epochEnded(double value);
    virtual bool dependsOnResults() const { return false; }
    /// The state that a resumed run needs; empty if the rate depends on the step only.
    virtual Json state() const { return Json::object(); }
    virtual void restore(const Json& state);
};

using ScheduleRegistry = Registry<std::unique_ptr<Schedule>, const ScheduleContext&>;

const ScheduleRegistry& scheduleRegistry();

/// The planned number of updates: epochs, bounded by maximumUpdates.
/// @param more  additional updates because earlier epochs had batches of another size.
int64_t plannedUpdates(const TrainingSpec& spec, int64_t updatesPerEpoch, int64_t more = 0);

/// The schedule of `spec`. @pre its selections are complete.
std::unique_ptr<Schedule> makeSchedule(const TrainingSpec& spec, int64_t totalUpdates,
                                       int64_t updatesPerEpoch);

} // namespace core
