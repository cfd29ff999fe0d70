#pragma once

#include "core/task/task.h"
#include "core/task/task_kinds.h"

namespace core {

struct TaskEntry {
    TaskDescription description;
    std::function<std::unique_ptr<Task>(const ExperimentSpec&)> make;
    /// As summariseModel().
    std::function<ModelSummary(const ExperimentSpec&, const NetworkSizes&)> summarise;
};

// One function a folder; task.cpp lists them.
TaskEntry classificationTask();
TaskEntry translationTask();

// And one with its presets.
std::vector<Preset> classificationPresets();
std::vector<Preset> translationPresets();

// And one with its answers; allAnswers() lists them.
const TaskAnswers& classificationAnswers();
const TaskAnswers& translationAnswers();

} // namespace core
