#pragma once

#include "core/base/option.h"

#include <vector>

namespace core {

std::vector<KindDescription> taskKinds(); ///< Family "task".
std::vector<KindDescription> teacherForcingKinds(); ///< Family "teacher_forcing".

} // namespace core
