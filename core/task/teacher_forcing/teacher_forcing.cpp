#include "core/task/teacher_forcing/teacher_forcing.h"

#include "core/optimise/schedule_curve.h"

namespace core {

// Each in a file of its own.
TeacherForcingRegistry::Entry constantTeacherForcing();
TeacherForcingRegistry::Entry linearTeacherForcing();
TeacherForcingRegistry::Entry exponentialTeacherForcing();
TeacherForcingRegistry::Entry inverseSigmoidTeacherForcing();

const TeacherForcingRegistry& teacherForcingRegistry()
{
    static const TeacherForcingRegistry registry("teacher forcing",
                                                 {constantTeacherForcing(), linearTeacherForcing(),
                                                  exponentialTeacherForcing(),
                                                  inverseSigmoidTeacherForcing()});
    return registry;
}

std::vector<KindDescription> teacherForcingKinds()
{
    return teacherForcingRegistry().descriptions();
}

TeacherForcingCurve teacherForcingCurve(const Selection& selection, int64_t totalUpdates,
                                        int64_t points)
{
    const auto forcing = teacherForcingRegistry().make(
        withDefaults(selection, "teacher_forcing", teacherForcingKinds()));
    TeacherForcingCurve curve;
    for (const int64_t step : curveSteps(totalUpdates, points)) {
        curve.step.push_back(static_cast<double>(step));
        curve.probability.push_back(forcing->probabilityAt(step, totalUpdates));
    }
    return curve;
}

} // namespace core
