#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

/// The settings of a run of a lesson. @throws WrongSetting, Error{BadSetting}.
ExperimentSpec specOf(const LessonRun& run);

/// The value of a measure. On the compute thread.
/// @param folder  that of the lesson's runs, each trained in a folder of its name.
/// @throws Error{BadSetting} when the question or the place in its answer does not exist, or what
/// is there is not a number; as namedQuestion() and answerOf().
double measured(const LessonMeasure& measure, const std::filesystem::path& folder,
                const Monitor& monitor);

/// Whether a typed answer passes. @param right  the right one: a number, or that of the choice.
bool isRight(const LessonQuestion& question, double right, const std::string& typed);

} // namespace core
