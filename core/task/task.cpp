#include "core/task/task.h"

#include "core/metric/score.h"
#include "core/task/entries.h"

#include <algorithm>
#include <unordered_set>

namespace core {

const std::vector<TaskEntry>& taskEntries()
{
    static const std::vector<TaskEntry> all{classificationTask(),
                                            regressionTask(),
                                            taggingTask(),
                                            questionAnsweringTask(),
                                            translationTask(),
                                            languageModelTask(),
                                            classToTextTask(),
                                            numbersToTextTask(),
                                            maskedLanguageModelTask(),
                                            bidirectionalLanguageModelTask(),
                                            wordVectorsTask()};
    return all;
}

namespace {

const TaskEntry& entryOf(const std::string& task)
{
    std::string known;
    for (const TaskEntry& entry : taskEntries()) {
        if (entry.description.kind.id == task)
            return entry;
        known += (known.empty() ? "" : ", ") + entry.description.kind.id;
    }
    throw Error(ErrorCode::BadSetting, {"There is no task named \"%1\".", {shown(task)}},
                {"Choose one of: %1.", {known}});
}

} // namespace

EvaluationShare& Task::share() const
{
    static EvaluationShare all;
    return m_share == nullptr ? all : *m_share;
}

int64_t TrainingItems::units(std::span<const int32_t> some) const
{
    if (unit == Unit::Item)
        return std::ssize(some);
    int64_t tokens = 0;
    for (const int32_t item : some)
        tokens += (ownUnits.empty() ? lengths : ownUnits)[static_cast<size_t>(item)];
    return tokens;
}

namespace {

/// The rows that no batch may have. @throws Error{BadSetting} for a row without an item.
std::unordered_set<int64_t> rowsLeftOut(const TrainingItems& items, const TrainingSpec& training)
{
    if (training.leaveOut.empty())
        return {};
    if (items.inOrder)
        throw Error(ErrorCode::BadSetting,
                    {"No rows can be left out of a training that carries its states from batch to "
                     "batch: all texts are one stream.",
                     {}},
                    {"Clear \"%1\", or do not carry states.", {"training.leave_out"}});
    std::unordered_set<int64_t> rows(training.leaveOut.begin(), training.leaveOut.end());
    std::unordered_set<int64_t> missing = rows;
    int64_t left = 0;
    for (int32_t item = 0; item < std::ssize(items.lengths); ++item) {
        const int64_t row = items.row(item);
        missing.erase(row);
        left += rows.contains(row) ? 0 : 1;
    }
    if (!missing.empty())
        throw Error(ErrorCode::BadSetting,
                    {"Row %1 cannot be left out: no batch is made of this row of the training "
                     "data alone, as of texts without a word or of parts of several rows.",
                     {std::to_string(*std::min_element(missing.begin(), missing.end()))}},
                    {"Correct \"%1\"; its rows are those that the batch of an update lists.",
                     {"training.leave_out"}});
    if (left == 0)
        throw Error(ErrorCode::BadSetting,
                    {"All rows of the training data are left out, so that nothing is left to "
                     "train on.",
                     {}},
                    {"Correct \"%1\".", {"training.leave_out"}});
    return rows;
}

} // namespace

BatchPlan TrainingItems::plan(const TrainingSpec& training, int64_t epoch,
                              std::span<const BatchLimitsFrom> sizes) const
{
    const ItemLengths all(lengths, sourceLengths);
    const BatchLimits first = sizes.empty() ? BatchLimits{training.batchSize, training.batchTokens}
                                            : sizes.front().limits;
    BatchPlan plan
        = inOrder ? planStream(lengths, first.texts) : planEpoch(all, first, training.seed, epoch);
    if (const auto leftOut = rowsLeftOut(*this, training); !leftOut.empty())
        plan = plan.without([&](int32_t item) { return leftOut.contains(row(item)); }, all);
    for (size_t i = 1; i < sizes.size(); ++i) {
        const auto& [batch, limits] = sizes[i];
        const int64_t kept = std::min(batch, plan.batchCount());
        plan = inOrder ? planStreamRest(plan, kept, lengths, limits.texts)
                       : planRest(plan, kept, all, limits, training.seed, epoch);
    }
    return plan;
}

torch::nn::Module& Task::makeNetwork(torch::Device device, Weights weights, const Monitor& monitor,
                                     std::vector<Message>& notes)
{
    m_device = device;
    m_network = newNetwork(weights, monitor, notes);
    m_network->to(device);
    m_network->train();
    return *m_network;
}

LossPass Task::pass(std::span<const int32_t> items, const TrainingMoment& moment)
{
    return {.compute = [=, this](const LossPass::Tensors&) { return loss(items, moment); }};
}

std::unique_ptr<Task> makeTask(const ExperimentSpec& spec)
{
    return entryOf(spec.task.kind).make(spec);
}

ModelSummary summariseModel(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    const TaskEntry& entry = entryOf(spec.task.kind);
    if (!entry.network)
        return entry.summarise(spec, sizes);
    const NetworkPlan plan = entry.network(spec, sizes);
    return summariseTextNetwork(spec.model, spec.training, plan.head, plan.context);
}

PlannedEpoch plannedEpoch(const ExperimentSpec& spec, const PlannedData& data)
{
    const TaskEntry& entry = entryOf(spec.task.kind);
    if (entry.plan)
        if (const std::optional<PlannedEpoch> own = entry.plan(spec, data))
            return *own;
    return {batchesOf(spec.training, data.rows, data.medianTokens + 1), {}};
}

int64_t batchesOf(const TrainingSpec& training, int64_t items, int64_t tokens)
{
    int64_t inBatch = std::max<int64_t>(training.batchSize, 1);
    if (training.batchTokens > 0)
        inBatch
            = std::clamp<int64_t>(training.batchTokens / std::max<int64_t>(tokens, 1), 1, inBatch);
    return std::max<int64_t>(1, (items + inBatch - 1) / inBatch);
}

NetworkPlan plannedNetwork(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    return entryOf(spec.task.kind).network(spec, sizes);
}

bool TaskDescription::has(TaskTrait trait) const
{
    switch (trait) {
    case TaskTrait::None:
        return true;
    case TaskTrait::Pairs:
        return TaskColumns{kind.id, columns}.arePairs();
    case TaskTrait::Names:
        return has(TaskTrait::Gradients)
            && !TaskColumns{kind.id, columns}.answers(ColumnKind::Number)
            && !TaskColumns{kind.id, columns}.answers(ColumnKind::Spans);
    case TaskTrait::OneText:
        return networks == NetworkFamily::Encoder;
    case TaskTrait::Gradients:
        return networks != NetworkFamily::WordVectors;
    }
    return false;
}

const TaskDescription& taskDescription(const std::string& task)
{
    return entryOf(task).description;
}

const std::vector<TaskDescription>& taskDescriptions()
{
    static const std::vector<TaskDescription> all = [] {
        std::vector<TaskDescription> descriptions;
        for (const TaskEntry& entry : taskEntries())
            descriptions.push_back(entry.description);
        return descriptions;
    }();
    return all;
}

std::vector<KindDescription> taskKinds()
{
    std::vector<KindDescription> kinds;
    for (const TaskDescription& task : taskDescriptions())
        kinds.push_back(task.kind);
    return kinds;
}

std::vector<KindDescription> monitorKinds()
{
    std::vector<KindDescription> kinds{{.id = "valid_loss",
                                        .title = "Validation loss",
                                        .summary = "The training loss, on data that is not trained "
                                                   "on."}};
    for (const ScoreDescription& score : scoreDescriptions()) {
        KindDescription kind{.id = "valid_" + score.name,
                             .title = "Validation " + score.title,
                             .summary = score.help};
        for (const TaskDescription& task : taskDescriptions()) {
            const auto& from = score.ofSomeDataOnly ? task.monitored : task.scores;
            if (std::find(from.begin(), from.end(), score.name) != from.end())
                kind.tasks.push_back(task.kind.id);
        }
        if (!kind.tasks.empty())
            kinds.push_back(std::move(kind));
    }
    return kinds;
}

std::vector<Problem> checkTask(const ExperimentSpec& spec)
{
    std::vector<Problem> problems;
    const TaskDescription& task = taskDescription(spec.task.kind);
    if (task.check)
        task.check(spec, problems);
    return problems;
}

std::vector<std::string> taskFiles()
{
    std::vector<std::string> all;
    for (const TaskDescription& task : taskDescriptions())
        all.insert(all.end(), task.files.begin(), task.files.end());
    return all;
}

std::vector<std::string> tasksWith(TaskTrait trait)
{
    std::vector<std::string> tasks;
    for (const TaskDescription& task : taskDescriptions())
        if (task.has(trait))
            tasks.push_back(task.kind.id);
    return tasks;
}

std::vector<std::string> tasksThatDivide()
{
    std::vector<std::string> tasks;
    for (const TaskDescription& task : taskDescriptions())
        if (task.columns.front() == ColumnKind::Text)
            tasks.push_back(task.kind.id);
    return tasks;
}

std::vector<TaskNetworks> taskNetworks()
{
    std::vector<TaskNetworks> all;
    for (const TaskDescription& task : taskDescriptions())
        all.push_back({task.kind.id, task.networks, task.head});
    return all;
}

std::vector<TaskColumns> taskColumns()
{
    std::vector<TaskColumns> all;
    for (const TaskDescription& task : taskDescriptions())
        all.push_back({task.kind.id, task.columns});
    return all;
}

TaskColumns columnsOfTask(const std::string& task)
{
    return {task, taskDescription(task).columns};
}

TaskColumns columnsOfTask(const Selection& task)
{
    TaskColumns columns = columnsOfTask(task.kind);
    if (const auto& features = taskDescription(task.kind).features)
        columns.features = features(task);
    return columns;
}

} // namespace core
