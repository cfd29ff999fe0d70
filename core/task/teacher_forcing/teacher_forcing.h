#pragma once

#include "core/base/registry.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace core {

/// How probable it is that a network in training is fed the true token rather than its own
/// likeliest one. Below 1 this is scheduled sampling: Bengio et al. (2015), arXiv:1506.03099.
/// Torch-free.
class TeacherForcing {
public:
    virtual ~TeacherForcing() = default;
    /// @param progress  updates done / planned updates of the whole run, from 0; beyond 1 where a
    ///        run is longer than planned.
    /// @return 0 to 1.
    virtual double probability(double progress) const = 0;
    /// The same for an update, 1-based.
    double probabilityAt(int64_t step, int64_t plannedUpdates) const
    {
        return probability(static_cast<double>(step - 1) / static_cast<double>(plannedUpdates));
    }
};

using TeacherForcingRegistry = Registry<std::unique_ptr<TeacherForcing>>;

const TeacherForcingRegistry& teacherForcingRegistry();

std::vector<KindDescription> teacherForcingKinds(); ///< Family "teacher_forcing".

/// The probability over a whole run, before it is trained.
struct TeacherForcingCurve {
    std::vector<double> step; ///< At most `points` values, first 1, last totalUpdates.
    std::vector<double> probability;
};

/// Missing options take their defaults. @pre totalUpdates >= 1, points >= 2. Any thread.
TeacherForcingCurve teacherForcingCurve(const Selection& forcing, int64_t totalUpdates,
                                        int64_t points);

} // namespace core
