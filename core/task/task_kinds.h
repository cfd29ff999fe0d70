#pragma once

#include "core/base/option.h"
#include "core/data/cells/column.h"
#include "core/experiment/spec.h"
#include "core/metric/score.h"
#include "core/model/model_kinds.h"
#include "core/model/model_summary.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// What a task is, for those who know no single task: forms, help, command line, curves.
struct TaskDescription {
    KindDescription kind; ///< Of the family "task".
    std::vector<ColumnKind> columns; ///< That it needs its data to hold.
    LossDescription loss; ///< What is trained.
    std::vector<std::string> scores; ///< That it measures beside the loss (metric/score.h).
    /// Of its own in a run folder, written by prepare(): what it learnt beside the vocabularies.
    std::vector<std::string> files;
    /// Rules between several settings that are the task's own: appends a Problem, with its path in
    /// the spec, for each broken one. May be empty.
    std::function<void(const ExperimentSpec& spec, std::vector<Problem>& problems)> check;
    /// The head in which its networks end (model/head); empty: they are encoder-decoders.
    std::string head{};
    Catalogue families{}; ///< That its options alone choose from.
    /// Scores of some data only that "best" may go by all the same; where the data have none the
    /// task says so.
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
std::vector<std::string> taskFiles(); ///< Of all tasks.
/// Family "monitor": what "best" and early stopping can go by, each with the tasks that measure it.
std::vector<KindDescription> monitorKinds();
std::vector<std::string> tasksWith(TaskTrait trait);
/// Those whose texts are divided into tokens by a tokeniser.
std::vector<std::string> tasksThatDivide();
/// What the networks of each task are made of, in the same order.
std::vector<TaskNetworks> taskNetworks();
/// What each task needs its data to hold, in the same order.
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

} // namespace core
