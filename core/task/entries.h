#pragma once

#include "core/task/task.h"

namespace core {

// One function a folder of this one; taskRegistry() lists them.
TaskRegistry::Entry classificationTask();
TaskRegistry::Entry translationTask();

// Likewise; allAnswers() lists them.
const TaskAnswers& classificationAnswers();
const TaskAnswers& translationAnswers();

} // namespace core
