#pragma once

#include "core/base/option.h"
#include "core/data/column.h"

#include <string>
#include <vector>

namespace core {

std::vector<KindDescription> taskKinds(); ///< Family "task".
/// What each task needs its data to hold, in the same order.
std::vector<TaskColumns> taskColumns();
/// @throws Error{BadSetting} when there is no such task.
TaskColumns columnsOfTask(const std::string& task);
std::vector<KindDescription> teacherForcingKinds(); ///< Family "teacher_forcing".

} // namespace core
