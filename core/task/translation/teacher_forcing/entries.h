#pragma once

#include "core/task/translation/teacher_forcing.h"

namespace core {

// One function a file of this folder; teacherForcingRegistry() lists them.
TeacherForcingRegistry::Entry constantTeacherForcing();
TeacherForcingRegistry::Entry linearTeacherForcing();
TeacherForcingRegistry::Entry exponentialTeacherForcing();
TeacherForcingRegistry::Entry inverseSigmoidTeacherForcing();

} // namespace core
