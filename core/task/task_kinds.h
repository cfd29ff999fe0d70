#pragma once

#include "core/base/message.h"
#include "core/base/option.h"
#include "core/data/cells/column.h"
#include "core/experiment/spec.h"
#include "core/metric/score.h"
#include "core/model/model_kinds.h"
#include "core/model/model_summary.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The description of a task for forms, help, command line and curves.
struct TaskDescription {
    KindDescription kind; ///< Its kind in family "task".
    std::vector<ColumnKind> columns; ///< Required in the data.
    LossDescription loss; ///< The training loss.
    std::vector<std::string> scores; ///< Measured beside the loss (metric/score.h).
    /// Its files in a run folder, written by prepare(), beside the vocabularies.
    std::vector<std::string> files;
    /// Rules of the task between several settings: appends a Problem, with its path in the spec,
    /// for each broken one. May be empty.
    std::function<void(const ExperimentSpec& spec, std::vector<Problem>& problems)> check;
    std::string head{}; ///< The head in which its networks end (model/head), if they have one.
    NetworkFamily networks = NetworkFamily::Encoder;
    Catalogue families{}; ///< Families of its options only.
    /// Scores that "best" may use although only some data have them; the task reports missing ones.
    std::vector<std::string> monitored{};
    /// Its options, by their paths below "task", that a run which has begun may change.
    std::vector<std::string> changeable{};
    /// Further columns of the data that a task with these options reads (TaskColumns::features).
    std::function<std::vector<std::string>(const Selection& task)> features{};

    bool has(TaskTrait trait) const;
};

/// @throws Error{BadSetting} when there is no such task.
const TaskDescription& taskDescription(const std::string& task);
/// All tasks, in the order in which users see them.
const std::vector<TaskDescription>& taskDescriptions();

std::vector<KindDescription> taskKinds(); ///< Family "task".
std::vector<std::string> taskFiles(); ///< The files of all tasks.
/// Family "monitor": values for "best" and early stopping, each with the tasks that measure it.
std::vector<KindDescription> monitorKinds();
std::vector<std::string> tasksWith(TaskTrait trait);
/// Those whose texts are divided into tokens by a tokeniser.
std::vector<std::string> tasksThatDivide();
/// The networks of each task, in the same order.
std::vector<TaskNetworks> taskNetworks();
/// The columns that each task requires, in the same order.
std::vector<TaskColumns> taskColumns();
/// @throws Error{BadSetting} when there is no such task.
TaskColumns columnsOfTask(const std::string& task);
/// With the further columns that its options name. @throws Error{BadSetting} likewise.
TaskColumns columnsOfTask(const Selection& task);

/// The rules of the spec's task. @pre its task is known.
std::vector<Problem> checkTask(const ExperimentSpec& spec);

/// Builds the network of `spec` and describes it. On the compute thread.
/// @throws Error{BadSetting} when sizes do not fit.
ModelSummary summariseModel(const ExperimentSpec& spec, const NetworkSizes& sizes);

/// Properties of the training texts before a run encodes them.
struct PlannedData {
    int64_t rows = 0;
    double tokens = 0.0; ///< Tokens of all rows, without marks; may be estimated from a sample.
    int64_t medianTokens = 0; ///< Median of a row, or of the target of a pair.
};

/// The number of batches of items of this length, limited by their number and by their tokens.
int64_t batchesOf(const TrainingSpec& training, int64_t items, int64_t tokens);

/// The expected batches of an epoch.
struct PlannedEpoch {
    int64_t batches = 1;
    /// The items of the batches if they are not rows of the data: "windows of %1 tokens".
    Message items{};
};

/// Planned by the same rule as the training, from what is known of the data. Approximate where
/// tokens limit a batch.
/// @throws Error{BadSetting} when there is no such task.
PlannedEpoch plannedEpoch(const ExperimentSpec& spec, const PlannedData& data);

/// A property of the data that is specific to the task.
struct StartFact {
    std::string name; ///< Its key in the start report's JSON: "classes".
    Json value;
    Message text; ///< "%1 classes"
};

} // namespace core
