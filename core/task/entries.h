#pragma once

#include "core/task/task.h"
#include "core/task/task_kinds.h"

namespace core {

struct TaskEntry {
    TaskDescription description;
    std::function<std::unique_ptr<Task>(const ExperimentSpec&)> make;
};

// One function a folder; task.cpp lists them.
TaskEntry classificationTask();
TaskEntry translationTask();

} // namespace core
