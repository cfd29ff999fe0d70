#pragma once

#include "core/data/column.h"
#include "core/task/task.h"

namespace core {

// One function a file of this folder; taskRegistry() lists them.
TaskRegistry::Entry classificationTask();
TaskRegistry::Entry translationTask();

// What each of them needs its data to hold, declared beside it; taskColumns() lists them.
TaskColumns classificationColumns();
TaskColumns translationColumns();

} // namespace core
