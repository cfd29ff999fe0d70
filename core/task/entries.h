#pragma once

#include "core/model/text_network.h"
#include "core/task/task.h"
#include "core/task/task_kinds.h"

#include <optional>

namespace core {

/// The network of a spec: an encoder with this head.
struct NetworkPlan {
    const HeadEntry& head;
    NetworkContext context;
};

struct TaskEntry {
    TaskDescription description;
    std::function<std::unique_ptr<Task>(const ExperimentSpec&)> make;
    /// Its network, before the data are read; unset: not an encoder with a head.
    std::function<NetworkPlan(const ExperimentSpec&, const NetworkSizes&)> network{};
    /// As summariseModel(), where `network` is unset.
    std::function<ModelSummary(const ExperimentSpec&, const NetworkSizes&)> summarise{};
    /// The batches of the training data if they are not made of rows; nothing, or unset: of rows.
    std::function<std::optional<PlannedEpoch>(const ExperimentSpec&, const PlannedData&)> plan{};
};

/// All tasks, in the order in which users see them.
const std::vector<TaskEntry>& taskEntries();
/// The network of the task of `spec`, which must not be a translation task.
/// @throws Error{BadSetting} when there is no such task.
NetworkPlan plannedNetwork(const ExperimentSpec& spec, const NetworkSizes& sizes);

// One function a folder.
TaskEntry classificationTask();
TaskEntry regressionTask();
TaskEntry taggingTask();
TaskEntry translationTask();
TaskEntry languageModelTask();
TaskEntry classToTextTask();
TaskEntry numbersToTextTask();
TaskEntry maskedLanguageModelTask();
TaskEntry bidirectionalLanguageModelTask();
TaskEntry questionAnsweringTask();
TaskEntry wordVectorsTask();

} // namespace core
