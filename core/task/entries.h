#pragma once

#include "core/task/task.h"

namespace core {

// One function a file of this folder; taskRegistry() lists them.
TaskRegistry::Entry classificationTask();
TaskRegistry::Entry translationTask();

} // namespace core
