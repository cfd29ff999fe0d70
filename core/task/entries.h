#pragma once

#include "core/model/encoder/encoder.h"
#include "core/task/planned_epoch.h"
#include "core/task/task.h"
#include "core/task/task_kinds.h"

#include <optional>

namespace core {

struct TaskEntry {
    TaskDescription description;
    std::function<std::unique_ptr<Task>(const ExperimentSpec&)> make;
    const TaskAnswers& (*answers)() = nullptr;
    /// As summariseModel().
    std::function<ModelSummary(const ExperimentSpec&, const NetworkSizes&)> summarise;
    /// What its networks join to the vectors of words, as far as it is known before the data are
    /// read; unset: nothing.
    std::function<WordParts(const ExperimentSpec&)> wordParts{};
    /// Of the training data, where batches are not made of rows; nothing, or unset: of rows.
    std::function<std::optional<PlannedEpoch>(const ExperimentSpec&, const PlannedData&)> plan{};
};

/// All tasks, in the order in which users see them.
const std::vector<TaskEntry>& taskEntries();
/// Of the task of `spec`. @throws Error{BadSetting} when there is none.
WordParts plannedWordParts(const ExperimentSpec& spec);

// One function a folder.
TaskEntry classificationTask();
TaskEntry regressionTask();
TaskEntry taggingTask();
TaskEntry translationTask();
TaskEntry languageModelTask();
TaskEntry classToTextTask();

// And one with its presets.
std::vector<Preset> classificationPresets();
std::vector<Preset> regressionPresets();
std::vector<Preset> taggingPresets();
std::vector<Preset> translationPresets();
std::vector<Preset> languagePresets();
std::vector<Preset> classToTextPresets();

// And one with its answers.
const TaskAnswers& classificationAnswers();
const TaskAnswers& regressionAnswers();
const TaskAnswers& taggingAnswers();
const TaskAnswers& translationAnswers();
const TaskAnswers& languageAnswers();
const TaskAnswers& classToTextAnswers();

} // namespace core
